import { getFormProps, useForm } from "@conform-to/react";
import { Moon, Sun } from "lucide-react";
import { Form, Link } from "react-router";
import { z } from "zod";
import { FormErrors, FormField } from "#app/components/form/form-field.tsx";
import { useEmailText } from "#app/components/page/mail-route-context.ts";
import { AdminError, AdminPage } from "#app/shell/admin-page.tsx";
import { redirectPagePost } from "#app/web/admin-action.server.ts";
import type { AppDeps } from "#app/web/context.ts";
import { actorContext, depsContext } from "#app/web/context.ts";
import type { FormResult } from "#app/web/form.server.ts";
import { parseForm, rejectForm } from "#app/web/form.server.ts";
import { refuse } from "#app/web/require-admin.server.ts";
import { submitForm, UNREACHED } from "#app/web/submit-form.ts";
import { emailProblem } from "#core/email.ts";
import { NO_EMAIL_MESSAGE } from "#core/email-messages.ts";
import { newId } from "#core/ids.ts";
import type { Result } from "#core/result.ts";
import { fail, ok } from "#core/result.ts";
import type { Actor } from "#features/base/identity/actor.ts";
import { isAdmin } from "#features/base/identity/actor.ts";
import type { OutboxEmail, SampleFacts } from "#features/base/mail/email.ts";
import {
  emailLabel,
  mailRouteOf,
  previewDocument,
  staffEmailText,
} from "#features/base/mail/outbox.ts";
import { sendSample } from "#features/base/mail/outbox-changes.server.ts";
import { inDarkMode } from "#features/base/mail/render-email.ts";
import { imagePath, SOCIAL_IMAGE_WIDTH } from "#features/base/media/image-url.ts";
import { findHeroes } from "#features/catalog/listing/catalog-queries.server.ts";
import { emailRegistry } from "#features/office/emails/email-registry.server.ts";
import { Button } from "#ui/button.tsx";
import { Notice } from "#ui/notice.tsx";
import { LinkTabs } from "#ui/pagination.tsx";
import type { Route } from "./+types/email-previews.ts";

type Deps = Pick<AppDeps, "db" | "publicUrl" | "siteFacts">;

type EmailPreview = {
  kind: string;
  isDark: boolean;
  subject: string;
  text: string;
  document: string;
  /** Receives samples by default. */
  contactEmail: string;
};

async function sampleFacts({ db, publicUrl, siteFacts }: Deps): Promise<SampleFacts> {
  const { general } = (await siteFacts()).shell;
  const { home } = await findHeroes(db, ["home"]);
  return {
    siteName: general.siteName,
    siteUrl: publicUrl,
    contactEmail: general.contactEmail,
    shopAddress: general.address,
    image: home && {
      src: `${publicUrl}${imagePath(home.id, SOCIAL_IMAGE_WIDTH, "jpg")}`,
      alt: home.alt,
    },
  };
}

/** Defaults to the first email. */
async function writeSample(
  deps: Deps,
  input: { actor: Actor; kind: string | null },
): Promise<Result<OutboxEmail, "forbidden">> {
  if (!isAdmin(input.actor)) return fail("forbidden");
  const [first] = emailRegistry.values();
  const email = emailRegistry.get(input.kind ?? "") ?? first;
  if (!email) throw new Error("The email registry is empty");
  return ok(email.sample(await sampleFacts(deps)));
}

async function loadPreview(
  deps: Deps,
  input: { actor: Actor; params: URLSearchParams },
): Promise<Result<EmailPreview, "forbidden">> {
  const kind = input.params.get("kind");
  const written = await writeSample(deps, { actor: input.actor, kind });
  if (!written.ok) return written;
  const { html, ...sample } = written.value;
  const isDark = input.params.get("light") === "night";
  const { general } = (await deps.siteFacts()).shell;
  return ok({
    kind: sample.kind,
    isDark,
    subject: sample.subject,
    text: sample.text,
    document: previewDocument(isDark ? inDarkMode(html) : html),
    contactEmail: general.contactEmail,
  });
}

type SampleFormResult = FormResult & { sentTo?: string };

type Props = {
  preview: EmailPreview;
  idempotencyKey: string;
  result: SampleFormResult | undefined;
};

/** Shows two widths and plain text. */
function PreviewSection({ preview, idempotencyKey, result }: Props) {
  const emailText = useEmailText();
  const { kind, isDark, subject, text, document } = preview;
  const label = emailLabel(kind);
  const [form, fields] = useForm<{ to: string }>({
    id: "email-sample",
    lastResult: result,
    defaultValue: { to: preview.contactEmail },
    defaultNoValidate: false,
  });
  const tabs = [
    { label: "By day", search: `?kind=${kind}`, current: !isDark },
    { label: "At night", search: `?kind=${kind}&light=night`, current: isDark },
  ];
  const Light = isDark ? Moon : Sun;
  return (
    <section aria-labelledby="sample-name" className="min-w-0">
      <h2 id="sample-name" className="display text-xl">
        {label}
      </h2>
      <p className="mt-1 mb-4 text-sm wrap-anywhere text-ink-soft">Subject: {subject}</p>
      <LinkTabs label="Light" tabs={tabs} className="mb-5" />
      <div className="flex flex-wrap items-start gap-6">
        <Frame title={`${label}, on a phone`} document={document} className="w-[390px]" />
        <Frame
          title={`${label}, on a wide screen`}
          document={document}
          className="hidden w-[680px] md:block"
        />
      </div>
      <p className="mt-3 flex items-center gap-2 text-xs text-ink-quiet">
        <Light size={14} aria-hidden="true" />
        {isDark
          ? "As shown by email programs in dark mode."
          : "Names, numbers and links are made up."}
      </p>
      <h3 className="mt-8 mb-2 font-medium">As plain text</h3>
      <pre className="border border-line p-4 text-xs whitespace-pre-wrap wrap-anywhere">{text}</pre>
      <h3 className="mt-8 mb-3 font-medium">See it in a mailbox</h3>
      <Form
        key={idempotencyKey}
        method="post"
        preventScrollReset
        {...getFormProps(form)}
        noValidate={false}
        className="flex flex-wrap items-start gap-4"
      >
        <FormErrors form={form} className="w-full" />
        <input type="hidden" name="kind" value={kind} />
        <input type="hidden" name="key" value={idempotencyKey} />
        <FormField
          field={fields.to}
          label="Send a sample to"
          type="email"
          autoComplete="email"
          required
          className="w-full sm:w-80"
        />
        <Button type="submit" variant="secondary" className="sm:mt-[1.6875rem]">
          Send a sample
        </Button>
      </Form>
      <div role="status" className="empty:sr-only">
        {result?.sentTo && (
          <Notice kind="success" className="mt-4">
            A sample to {result.sentTo} is written. {emailText("It is on its way.")}
          </Notice>
        )}
      </div>
    </section>
  );
}

type FrameProps = { title: string; document: string; className: string };

/** Allows no scripts, forms or navigation. */
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
  const loaded = await loadPreview(context.get(depsContext), { actor, params: url.searchParams });
  if (!loaded.ok) return refuse();
  return { preview: loaded.value, kinds: [...emailRegistry.keys()], idempotencyKey: newId() };
}

const sampleForm = z.object({
  kind: z.string().default(""),
  key: z.string().default(""),
  to: z.string(NO_EMAIL_MESSAGE).trim(),
});

export async function action({ request, context }: Route.ActionArgs) {
  const deps = context.get(depsContext);
  const actor = context.get(actorContext);
  const submission = await parseForm(request, sampleForm);
  if (submission.status !== "success") return rejectForm(submission);
  const { kind, key, to } = submission.value;
  const written = await writeSample(deps, { actor, kind });
  if (!written.ok) return refuse();
  const sent = await sendSample(deps, { actor, email: written.value, to, key });
  if (sent.ok) {
    const title = `A sample to ${to} is written`;
    const description = staffEmailText("It is on its way.", mailRouteOf(deps.env));
    redirectPagePost(request, deps, { notice: { kind: "success", title, description } });
    const result: SampleFormResult = { ...submission.reply({ resetForm: true }), sentTo: to };
    return result;
  }
  if (sent.error === "forbidden") return refuse();
  return rejectForm(submission, { fieldErrors: { to: [emailProblem(to) ?? NO_EMAIL_MESSAGE] } });
}

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return submitForm(serverAction, UNREACHED);
}

export const meta: Route.MetaFunction = () => [
  { title: "Every mail" },
  { name: "robots", content: "noindex" },
];

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <AdminError error={error} />;
}

export default function EmailPreviews({ loaderData, actionData }: Route.ComponentProps) {
  const { preview, kinds, idempotencyKey } = loaderData;
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
            {kinds.map((kind) => (
              <li key={kind} className="shrink-0">
                <Link
                  to={`?kind=${kind}${preview.isDark ? "&light=night" : ""}`}
                  preventScrollReset
                  aria-current={kind === preview.kind ? "page" : undefined}
                  className="flex min-h-11 items-center text-sm text-ink-quiet -outline-offset-2 transition-colors hover:text-demerara aria-[current=page]:font-medium aria-[current=page]:text-ink max-xl:border-b-2 max-xl:border-transparent max-xl:aria-[current=page]:border-ink"
                >
                  {emailLabel(kind)}
                </Link>
              </li>
            ))}
          </ul>
        </nav>
        <PreviewSection preview={preview} idempotencyKey={idempotencyKey} result={actionData} />
      </div>
    </AdminPage>
  );
}
