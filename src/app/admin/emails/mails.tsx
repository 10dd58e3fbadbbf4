import { data, Link } from "react-router";
import { AdminError, AdminPage } from "#app/shell/admin-page.tsx";
import { actorContext, depsContext } from "#app/web/context.ts";
import { refuse } from "#app/web/require-admin.server.ts";
import { newId } from "#core/ids.ts";
import { fieldText } from "#core/submitted-text.ts";
import { MAIL_KINDS } from "#features/mail/mail-kinds.ts";
import { mailKindLabel } from "#features/mail/outbox.ts";
import { sendSample } from "#features/mail/send-sample.server.ts";
import type { Route } from "./+types/mails.ts";
import { loadMails, readKind, writeSample } from "./mails-content.server.ts";
import { SampleView } from "./sample-view.tsx";

export async function loader({ context, url }: Route.LoaderArgs) {
  const actor = context.get(actorContext);
  const loaded = await loadMails(context.get(depsContext), { actor, params: url.searchParams });
  if (!loaded.ok) return refuse();
  return { sample: loaded.value, idempotencyKey: newId() };
}

export async function action({ request, context }: Route.ActionArgs) {
  const [deps, actor] = [context.get(depsContext), context.get(actorContext)];
  const form = await request.formData().catch(() => new FormData());
  const [kind, typed] = [readKind(fieldText(form, "kind")), fieldText(form, "to")];
  const written = await writeSample(deps, { actor, kind });
  if (!written.ok) return refuse();
  const asked = { actor, kind, mail: written.value, to: typed, key: fieldText(form, "key") };
  const sent = await sendSample(deps, asked);
  if (sent.ok) return data({ sentTo: typed.trim(), problem: null, typed }, { status: 200 });
  if (sent.error === "forbidden") return refuse();
  const problem = "Please enter a valid email address";
  return data({ sentTo: null, problem, typed }, { status: 422 });
}

export const meta: Route.MetaFunction = () => [
  { title: "Every mail" },
  { name: "robots", content: "noindex" },
];

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <AdminError error={error} />;
}

/** Every kind of mail the shop writes, as its reader gets it. */
export default function Mails({ loaderData, actionData }: Route.ComponentProps) {
  const { sample, idempotencyKey } = loaderData;
  return (
    <AdminPage
      title="Every mail"
      lead={
        <>
          What the shop writes to shoppers and to you. What was really sent is in the{" "}
          <Link to="/admin/outbox" className="link">
            outbox
          </Link>
          .
        </>
      }
    >
      <div className="grid grid-cols-[minmax(0,1fr)] gap-8 xl:grid-cols-[14rem_minmax(0,1fr)]">
        <nav aria-label="Kinds of mail">
          <ul className="flex gap-x-5 overflow-x-auto border-b border-line xl:block xl:border-0">
            {MAIL_KINDS.map((kind) => (
              <li key={kind} className="shrink-0">
                <Link
                  to={`?kind=${kind}${sample.isNight ? "&light=night" : ""}`}
                  preventScrollReset
                  aria-current={kind === sample.kind ? "page" : undefined}
                  className="flex min-h-11 items-center text-sm text-ink-quiet -outline-offset-2 transition-colors hover:text-demerara aria-[current=page]:font-medium aria-[current=page]:text-ink max-xl:border-b-2 max-xl:border-transparent max-xl:aria-[current=page]:border-ink"
                >
                  {mailKindLabel(kind)}
                </Link>
              </li>
            ))}
          </ul>
        </nav>
        <SampleView sample={sample} idempotencyKey={idempotencyKey} answer={actionData} />
      </div>
    </AdminPage>
  );
}
