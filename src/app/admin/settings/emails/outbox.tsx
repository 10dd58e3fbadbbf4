import { X } from "lucide-react";
import type { ReactNode } from "react";
import { useEffect, useRef } from "react";
import { Link, redirect } from "react-router";
import { z } from "zod";
import { bounceMessage, ClearBounceForm } from "#app/components/admin/bounce-notice.tsx";
import { ListSearch } from "#app/components/admin/list-search.tsx";
import { UnreadableFilters } from "#app/components/page/unreadable-filters.tsx";
import { AdminError, AdminPage } from "#app/shell/admin-page.tsx";
import type { AppDeps } from "#app/web/context.ts";
import { actorContext, depsContext } from "#app/web/context.ts";
import { parseForm, rejectForm } from "#app/web/form.server.ts";
import { refuse } from "#app/web/require-admin.server.ts";
import { submitForm, UNREACHED } from "#app/web/submit-form.ts";
import { emailProblem } from "#core/email.ts";
import { NO_EMAIL_MESSAGE } from "#core/email-messages.ts";
import { countLabel } from "#core/format-number.ts";
import { formatMoment } from "#core/georgetown-time.ts";
import { newId } from "#core/ids.ts";
import { shownEmail } from "#core/shown-email.ts";
import type { Actor } from "#features/base/identity/actor.ts";
import { isPrivateEmail } from "#features/base/mail/email.ts";
import type { OutboxFilter } from "#features/base/mail/outbox.ts";
import {
  doubtMessage,
  mailRouteOf,
  OUTBOX_FILTERS,
  previewDocument,
  readOutboxFilter,
  sentText,
} from "#features/base/mail/outbox.ts";
import type { ResendFailure } from "#features/base/mail/outbox-changes.server.ts";
import { clearBounce, resendEmail } from "#features/base/mail/outbox-changes.server.ts";
import type { OutboxMessage } from "#features/base/mail/outbox-queries.server.ts";
import { findOutboxEmail, listOutbox } from "#features/base/mail/outbox-queries.server.ts";
import { findStoredEmails, sendStoredEmails } from "#features/base/mail/stored-emails.server.ts";
import { emailRegistry } from "#features/office/emails/email-registry.server.ts";
import { iconButtonClass } from "#ui/button.tsx";
import { EmptyState, Notice } from "#ui/notice.tsx";
import { Pagination } from "#ui/pagination.tsx";
import type { Route } from "./+types/outbox.ts";
import { OutboxTable, OutboxTabs } from "./outbox-table.tsx";
import { ResendForm } from "./resend-form.tsx";
import { StoredEmailsNotice } from "./stored-emails-notice.tsx";

type Props = {
  mail: OutboxMessage;
  sent: string;
  closeTo: string;
  notice?: ReactNode;
  children?: ReactNode;
};

const BOUNCED = { atOnce: "The host that receives it refused: ", later: "It came back: " };

function RemovedContent() {
  return (
    <p className="p-4 text-sm text-ink-soft">
      The content of this email is no longer stored. A personal link is removed once the email is
      sent, and every email after the time set under{" "}
      <Link to="/admin?tab=settings&part=privacy" className="link">
        Privacy
      </Link>
      . It cannot be sent again.
    </p>
  );
}

/** The frame allows no scripts, forms or navigation. */
function MailContent({ mail, children }: { mail: OutboxMessage; children: ReactNode }) {
  return (
    <>
      <iframe
        title={`Mail: ${mail.subject}`}
        srcDoc={previewDocument(mail.htmlBody)}
        sandbox=""
        referrerPolicy="no-referrer"
        className="block h-[36rem] w-full bg-white"
      />
      {children}
      <details className="border-t border-line">
        <summary className="flex min-h-11 items-center px-4 text-sm font-medium hover:text-demerara">
          Plain text
        </summary>
        <pre className="overflow-x-auto px-4 pb-4 text-xs whitespace-pre-wrap">{mail.textBody}</pre>
      </details>
    </>
  );
}

/** Shows the content while it is stored. */
function MailPreview({ mail, sent, closeTo, notice, children }: Props) {
  const article = useRef<HTMLElement>(null);
  // The opened row may be far below.
  // biome-ignore lint/correctness/useExhaustiveDependencies: each newly opened email receives focus
  useEffect(() => article.current?.focus(), [mail.id]);
  return (
    <article
      ref={article}
      tabIndex={-1}
      aria-labelledby="mail-subject"
      className="scroll-mt-28 border border-line outline-none lg:scroll-mt-6"
    >
      <header className="flex items-start gap-3 border-b border-line py-3 pr-1 pl-4">
        <div className="min-w-0 grow py-1.5">
          <h2 id="mail-subject" className="font-medium">
            {mail.subject}
          </h2>
          <p className="text-sm break-all text-ink-soft">To {shownEmail(mail.recipient)}</p>
          {mail.replyTo && (
            <p className="text-sm break-all text-ink-soft">Answers go to {mail.replyTo}</p>
          )}
          <p className="figures text-sm text-ink-quiet">{sent}</p>
          {mail.lastError && (
            <p
              className={`mt-1 text-sm wrap-anywhere ${mail.status === "sent" ? "text-ink-soft" : "text-hibiscus"}`}
            >
              {mail.status === "bounced" && BOUNCED[mail.sentAt ? "later" : "atOnce"]}
              {mail.lastError}
            </p>
          )}
          {mail.doubt && <p className="mt-1 text-sm text-ink-soft">{doubtMessage(mail.doubt)}</p>}
        </div>
        <Link
          to={closeTo}
          preventScrollReset
          aria-label="Close preview"
          className={iconButtonClass}
        >
          <X size={20} aria-hidden="true" />
        </Link>
      </header>
      {notice}
      {mail.isRemoved ? <RemovedContent /> : <MailContent mail={mail}>{children}</MailContent>}
    </article>
  );
}

const failureMessages: Readonly<Record<Exclude<ResendFailure, "forbidden" | "address">, string>> = {
  not_found: "This mail does not exist any more.",
  waiting: "This mail still waits for its delivery.",
  private: "This email gives access to an account. Only its recipient may read it.",
  removed: "The content of this email is no longer stored, so it cannot be sent again.",
};

const mail = z.string();
const outboxForm = z.discriminatedUnion("intent", [
  z.object({ intent: z.literal("send-stored") }),
  z.object({ intent: z.literal("works-again"), mail }),
  z.object({ intent: z.literal("again"), mail, key: z.string() }),
  z.object({ intent: z.literal("elsewhere"), mail, key: z.string(), to: z.string().default("") }),
]);

const NO_SERVER =
  "No mail server is set, so the emails would only be stored again. Nothing was sent.";

/** Sends the stored emails and leads to those that wait; null without a mail server. */
async function sendStored(deps: AppDeps, actor: Actor) {
  const hasServer = !mailRouteOf(deps.env).toFiles;
  const sent = await sendStoredEmails({ ...deps, emails: emailRegistry, hasServer }, { actor });
  if (sent.ok) return redirect(`/admin/outbox?status=queued&queued=${sent.value}`, 303);
  return sent.error === "forbidden" ? refuse() : null;
}

/** Sends stored emails, resends one and redirects to the new one, or clears a bounce. */
async function handleOutboxForm(request: Request, deps: AppDeps, actor: Actor) {
  const submission = await parseForm(request, outboxForm);
  if (submission.status !== "success") return rejectForm(submission);
  const { value } = submission;
  if (value.intent === "send-stored") {
    return (
      (await sendStored(deps, actor)) ?? rejectForm(submission, { formErrors: [NO_SERVER] }, 409)
    );
  }
  if (value.intent === "works-again") {
    const cleared = await clearBounce(deps, { actor, mailId: value.mail });
    if (cleared.ok) return redirect(`/admin/outbox?mail=${value.mail}&cleared=1`, 303);
    if (cleared.error === "forbidden") return refuse();
    return rejectForm(submission, { formErrors: [failureMessages.not_found] });
  }
  const to = value.intent === "elsewhere" ? value.to : null;
  const input = { actor, mailId: value.mail, to, key: value.key };
  const sent = await resendEmail({ ...deps, emails: emailRegistry }, input);
  if (sent.ok) return redirect(`/admin/outbox?mail=${sent.value.id}`, 303);
  if (sent.error === "forbidden") return refuse();
  if (sent.error === "address") {
    return rejectForm(submission, {
      fieldErrors: { to: [emailProblem(to ?? "") ?? NO_EMAIL_MESSAGE] },
    });
  }
  const messages = [failureMessages[sent.error]];
  const isAtField = sent.error === "private";
  return rejectForm(
    submission,
    isAtField ? { fieldErrors: { to: messages } } : { formErrors: messages },
  );
}

export async function loader({ context, url }: Route.LoaderArgs) {
  const { db, env } = context.get(depsContext);
  const actor = context.get(actorContext);
  const filter = readOutboxFilter(url.searchParams);
  const mailId = url.searchParams.get("mail");
  const [outbox, mail, stored] = await Promise.all([
    listOutbox(db, { actor, filter }),
    findOutboxEmail(db, { actor, mailId: mailId ?? "" }),
    findStoredEmails(db, { actor, emails: emailRegistry }),
  ]);
  if (!outbox.ok || !mail.ok || !stored.ok) return refuse();
  return {
    filter: { ...filter, page: outbox.value.page },
    outbox: outbox.value,
    mail: mail.value && {
      ...mail.value,
      isPrivate: isPrivateEmail(emailRegistry, mail.value.kind),
    },
    isMissing: mailId !== null && mail.value === null,
    isCleared: url.searchParams.has("cleared") && mail.value?.bounce === null,
    ...mailRouteOf(env),
    stored: stored.value,
    queued: Number(url.searchParams.get("queued") ?? "0"),
    idempotencyKey: newId(),
  };
}

export function action({ request, context }: Route.ActionArgs) {
  return handleOutboxForm(request, context.get(depsContext), context.get(actorContext));
}

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return submitForm(serverAction, UNREACHED);
}

export const meta: Route.MetaFunction = () => [
  { title: "Outbox" },
  { name: "robots", content: "noindex" },
];

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <AdminError error={error} />;
}

function outboxHref(filter: OutboxFilter, mailId?: string): string {
  const params = new URLSearchParams();
  if (filter.status) params.set("status", filter.status);
  if (filter.search) params.set("q", filter.search);
  if (filter.page > 1) params.set("page", String(filter.page));
  if (mailId) params.set("mail", mailId);
  return `/admin/outbox?${params}`;
}

function OutboxLead({ toFiles }: { toFiles: boolean }) {
  return (
    <>
      {toFiles
        ? "Every email the shop wrote. No mail server is set, so they are stored as files in the data folder and reach nobody. Whoever runs the server sets SMTP_URL there, such as smtp://user:password@host:587, and starts the shop again."
        : "Every email the shop wrote. Delivery is retried for about a day, unless the recipient's host refuses the address."}{" "}
      <Link to="/admin/mails" className="link">
        See every kind of mail
      </Link>
    </>
  );
}

function ClearedNotice({ recipient = "" }: { recipient: string | undefined }) {
  return (
    <Notice kind="success" live className="mb-4">
      Mails to {shownEmail(recipient)} are taken to arrive again.
    </Notice>
  );
}

export default function OutboxPage({ loaderData, actionData }: Route.ComponentProps) {
  const { filter, outbox, mail, isCleared, isMissing, toFiles, idempotencyKey } = loaderData;
  const { queued, stored } = loaderData;
  const rows = outbox.rows.map((row) => ({
    ...row,
    time: formatMoment(row.createdAt),
    warning: row.bounce && bounceMessage(row.bounce),
  }));
  return (
    <AdminPage title="Outbox" lead={<OutboxLead toFiles={toFiles} />}>
      <ListSearch
        label="Email or subject"
        search={filter.search}
        others={filter.status ? { status: filter.status } : {}}
      />
      <OutboxTabs filter={filter} counts={outbox.counts} />
      <UnreadableFilters filters={OUTBOX_FILTERS} />
      <StoredEmailsNotice
        stored={stored}
        queued={queued}
        waiting={outbox.counts.queued ?? 0}
        toFiles={toFiles}
        result={actionData}
      />
      {isCleared && <ClearedNotice recipient={mail?.recipient} />}
      {isMissing && (
        <Notice kind="warning" className="mb-4">
          This mail does not exist.
        </Notice>
      )}
      <div className={mail ? "grid items-start gap-8 2xl:grid-cols-2" : ""}>
        {mail && (
          <div className="2xl:sticky 2xl:top-6 2xl:order-last">
            <MailPreview
              mail={mail}
              sent={sentText(mail.sentAt && formatMoment(mail.sentAt), mail.sentThrough)}
              closeTo={outboxHref(filter)}
              notice={
                mail.bounce && (
                  <ClearBounceForm bounce={mail.bounce} mailId={mail.id} result={actionData} />
                )
              }
            >
              {mail.status !== "queued" && (
                <ResendForm mail={mail} idempotencyKey={idempotencyKey} result={actionData} />
              )}
            </MailPreview>
          </div>
        )}
        {rows.length === 0 ? (
          <EmptyState title={filter.search ? "No mail matches" : "No mails here"}>
            {filter.search
              ? "Try a part of the recipient’s email, or another word of the subject."
              : "A confirmation is written as soon as an order is paid."}
          </EmptyState>
        ) : (
          <div data-summary={countLabel(outbox.total, "mail")} className="space-y-4">
            <OutboxTable
              rows={rows}
              openId={mail?.id ?? null}
              hrefOf={(mailId) => outboxHref(filter, mailId)}
            />
            <Pagination page={outbox.page} pageCount={outbox.pageCount} label="Mails" />
          </div>
        )}
      </div>
    </AdminPage>
  );
}
