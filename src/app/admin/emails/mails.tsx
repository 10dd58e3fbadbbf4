import { Moon, Sun } from "lucide-react";
import { data, Form, Link } from "react-router";
import { AdminError, AdminPage } from "#app/shell/admin-page.tsx";
import type { AppDeps } from "#app/web/context.ts";
import { actorContext, depsContext } from "#app/web/context.ts";
import { refuse } from "#app/web/require-admin.server.ts";
import { newId } from "#core/ids.ts";
import type { Result } from "#core/result.ts";
import { fail, ok } from "#core/result.ts";
import { fieldText } from "#core/submitted-text.ts";
import { findHeroes } from "#features/catalog/listing/catalog-queries.server.ts";
import type { Actor } from "#features/identity/actor.ts";
import { isAdmin } from "#features/identity/actor.ts";
import { atNight } from "#features/mail/mail-colors.ts";
import type { RenderedMail } from "#features/mail/mail-document.ts";
import type { MailKind } from "#features/mail/mail-kinds.ts";
import { MAIL_KINDS } from "#features/mail/mail-kinds.ts";
import { mailKindLabel, previewDocument } from "#features/mail/outbox.ts";
import { sendSample } from "#features/mail/send-sample.server.ts";
import { imagePath, SOCIAL_IMAGE_WIDTH } from "#features/media/image-url.ts";
import { Button } from "#ui/button.tsx";
import { Field } from "#ui/field.tsx";
import { Input } from "#ui/input.tsx";
import { LinkTabs } from "#ui/link-tabs.tsx";
import { Notice } from "#ui/notice.tsx";
import type { Route } from "./+types/mails.ts";
import type { SampleContext } from "./sample-mails.ts";
import { sampleMails } from "./sample-mails.ts";

type Deps = Pick<AppDeps, "db" | "publicUrl" | "siteFacts">;

/** A kind of mail with its sample, ready for its frames. */
type MailSample = {
  kind: MailKind;
  name: string;
  isNight: boolean;
  subject: string;
  text: string;
  document: string;
  /** Where a sample goes unless another address is typed. */
  contactEmail: string;
};

/** The kind that an address asks for; the first of them where it asks for none there is. */
function readKind(text: string | null): MailKind {
  return MAIL_KINDS.find((kind) => kind === text) ?? MAIL_KINDS[0];
}

async function placeOf({ db, publicUrl, siteFacts }: Deps): Promise<SampleContext> {
  const { general } = (await siteFacts()).shell;
  const { home } = await findHeroes(db, ["home"]);
  return {
    siteName: general.siteName,
    siteUrl: publicUrl,
    contactEmail: general.contactEmail,
    shopAddress: general.address,
    picture: home && {
      src: `${publicUrl}${imagePath(home.id, SOCIAL_IMAGE_WIDTH, "jpg")}`,
      alt: home.alt,
    },
  };
}

/** One sample as it would be sent now, for an admin. */
async function writeSample(
  deps: Deps,
  input: { actor: Actor; kind: MailKind },
): Promise<Result<RenderedMail, "forbidden">> {
  if (!isAdmin(input.actor)) return fail("forbidden");
  return ok(sampleMails[input.kind](await placeOf(deps)));
}

/** What the page of the mails shows: a kind by day or at night, for an admin. */
async function loadMails(
  deps: Deps,
  input: { actor: Actor; params: URLSearchParams },
): Promise<Result<MailSample, "forbidden">> {
  const kind = readKind(input.params.get("kind"));
  const written = await writeSample(deps, { actor: input.actor, kind });
  if (!written.ok) return written;
  const { subject, text, html } = written.value;
  const isNight = input.params.get("light") === "night";
  const { general } = (await deps.siteFacts()).shell;
  return ok({
    kind,
    name: mailKindLabel(kind),
    isNight,
    subject,
    text,
    document: previewDocument(isNight ? atNight(html) : html),
    contactEmail: general.contactEmail,
  });
}

/** What became of a sample that was asked for. */
type SampleFormResult = { sentTo: string | null; problem: string | null; typed: string };

type Props = {
  sample: MailSample;
  /** Names one press of the button. */
  idempotencyKey: string;
  answer: SampleFormResult | undefined;
};

/** One kind of mail as phones and wide screens show it, by day and at night, as plain text, and the way to get it. */
function SampleView({ sample, idempotencyKey, answer }: Props) {
  const { kind, isNight, subject, text, document } = sample;
  const tabs = [
    { label: "By day", search: `?kind=${kind}`, current: !isNight },
    { label: "At night", search: `?kind=${kind}&light=night`, current: isNight },
  ];
  const Light = isNight ? Moon : Sun;
  return (
    <section aria-labelledby="sample-name" className="min-w-0">
      <h2 id="sample-name" className="display text-xl">
        {sample.name}
      </h2>
      <p className="mt-1 mb-4 text-sm wrap-anywhere text-ink-soft">Subject: {subject}</p>
      <LinkTabs label="Light" tabs={tabs} className="mb-5" />
      <div className="flex flex-wrap items-start gap-6">
        <Frame title={`${sample.name}, on a phone`} document={document} className="w-[390px]" />
        <Frame
          title={`${sample.name}, on a wide screen`}
          document={document}
          className="hidden w-[680px] md:block"
        />
      </div>
      <p className="mt-3 flex items-center gap-2 text-xs text-ink-quiet">
        <Light size={14} aria-hidden="true" />
        {isNight
          ? "As mail programs show it that ask for dark colors."
          : "Names, numbers and links are made up."}
      </p>
      <h3 className="mt-8 mb-2 font-medium">As plain text</h3>
      <pre className="border border-line p-4 text-xs whitespace-pre-wrap wrap-anywhere">{text}</pre>
      <h3 className="mt-8 mb-3 font-medium">See it in a mailbox</h3>
      <Form
        key={idempotencyKey}
        method="post"
        preventScrollReset
        className="flex flex-wrap items-start gap-4"
      >
        <input type="hidden" name="kind" value={kind} />
        <input type="hidden" name="key" value={idempotencyKey} />
        <Field label="Send a sample to" error={answer?.problem ?? null} className="w-full sm:w-80">
          <Input
            type="email"
            name="to"
            autoComplete="email"
            defaultValue={answer?.problem ? answer.typed : sample.contactEmail}
            required
          />
        </Field>
        <Button type="submit" variant="secondary" className="sm:mt-[1.6875rem]">
          Send a sample
        </Button>
      </Form>
      <div role="status" className="empty:hidden">
        {answer?.sentTo && (
          <Notice kind="success" className="mt-4">
            A sample is on its way to {answer.sentTo}.
          </Notice>
        )}
      </div>
    </section>
  );
}

type FrameProps = { title: string; document: string; className: string };

/** A frame that runs nothing, sends nothing and leads nowhere. */
function Frame({ title, document, className }: FrameProps) {
  return (
    <iframe
      title={title}
      srcDoc={document}
      sandbox=""
      referrerPolicy="no-referrer"
      className={`h-[44rem] max-w-full border border-line bg-white ${className}`}
    />
  );
}

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
