import type { KeyboardEvent, ReactNode } from "react";
import { data, Form, Link } from "react-router";
import { AdminError, AdminPage } from "#app/shell/admin-page.tsx";
import { actorContext, depsContext } from "#app/web/context.ts";
import { refuse } from "#app/web/require-admin.server.ts";
import { submitForm, UNREACHED } from "#app/web/submit-form.ts";
import { formatMoment } from "#core/georgetown-time.ts";
import { newId } from "#core/ids.ts";
import { phoneUrl } from "#core/phone.ts";
import { shownEmail } from "#core/shown-email.ts";
import { emailStatusLabel, emailStatusTone } from "#features/base/mail/outbox.ts";
import { customerPath } from "#features/office/customers/customer-filter.ts";
import { entryKindWord, entryTopic, reopenedStatus } from "#features/office/inbox/inbox-entry.ts";
import type {
  InboxEntry,
  InboxReply,
  InboxRow,
} from "#features/office/inbox/inbox-list-queries.server.ts";
import {
  findInboxEntry,
  listNearPromise,
} from "#features/office/inbox/inbox-list-queries.server.ts";
import { Badge } from "#ui/badge.tsx";
import { Breadcrumbs } from "#ui/breadcrumbs.tsx";
import { Button } from "#ui/button.tsx";
import type { Route } from "./+types/inbox-entry.ts";
import { EntryBadge, useServerNow } from "./entry-badge.tsx";
import { handleEntryForm } from "./handle-inbox-form.server.ts";
import { InquiredItem } from "./inquired-item.tsx";
import { ReplyForm } from "./reply-form.tsx";
import { useInboxChange } from "./use-inbox-change.ts";

function EntryFacts({ entry }: { entry: InboxEntry }) {
  const { product, email, phone, address, details } = entry;
  return (
    <aside aria-label="Who wrote" className="space-y-6 lg:order-last lg:space-y-8">
      {product && (
        <InquiredItem
          product={product}
          measurementsPath={`/admin/inbox/${entry.id}/measurements`}
        />
      )}
      <dl className="grid grid-cols-2 gap-4 text-sm max-lg:border-b max-lg:border-line max-lg:pb-6 lg:grid-cols-1">
        <Fact label="Name">
          <Link to={customerPath(email)} className="link inline-block py-1">
            <bdi>{entry.name}</bdi>
          </Link>
        </Fact>
        <Fact label="E-mail">
          {entry.canBeMailed ? (
            <a href={`mailto:${email}`} className="link inline-block py-1 wrap-anywhere">
              {shownEmail(email)}
            </a>
          ) : (
            <span className="wrap-anywhere">{shownEmail(email)}</span>
          )}
        </Fact>
        {phone && (
          <Fact label="Phone">
            <a href={phoneUrl(phone)} className="link figures inline-block py-1">
              {phone}
            </a>
          </Fact>
        )}
        {details.map(({ label, value }) => (
          <Fact key={label} label={label}>
            <span className="wrap-anywhere whitespace-pre-line">{value}</span>
          </Fact>
        ))}
        {address.length > 0 && (
          <Fact label="Address">
            <address className="not-italic whitespace-pre-line">{address.join("\n")}</address>
          </Fact>
        )}
      </dl>
    </aside>
  );
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <dt className="eyebrow">{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function EntryActions({ entry }: { entry: InboxEntry }) {
  const { Form: ChangeForm, busy } = useInboxChange();
  return (
    <section aria-label="What else" className="border-t border-line pt-4">
      <ChangeForm method="post" className="flex flex-wrap gap-2">
        <input type="hidden" name="entry" value={entry.id} />
        {entry.status === "new" && (
          <StatusButton to="answered" label="Mark as answered" busy={busy} />
        )}
        {entry.status === "closed" ? (
          <StatusButton to={reopenedStatus(entry)} label="Open again" busy={busy} />
        ) : (
          <StatusButton to="closed" label="Close" busy={busy} />
        )}
      </ChangeForm>
      <details className="mt-4 text-sm">
        <summary className="inline-flex min-h-11 items-center text-ink-soft underline decoration-edge underline-offset-[0.4em]">
          Delete…
        </summary>
        <Form method="post" className="mt-1 border-l-2 border-hibiscus pl-4">
          <input type="hidden" name="intent" value="delete" />
          <p className="max-w-prose pb-3 text-ink-soft">
            For advertisements and the like. What {entry.name} wrote and every answer to it are gone
            from the inbox for good.
          </p>
          <Button type="submit" size="sm" variant="danger">
            Delete for good
          </Button>
        </Form>
      </details>
    </section>
  );
}

function StatusButton({ to, label, busy }: { to: string; label: string; busy: boolean }) {
  return (
    <Button type="submit" size="sm" variant="secondary" name="to" value={to} disabled={busy}>
      {label}
    </Button>
  );
}

/** Shows the messages and replies in order of time. */
function Conversation({ entry }: { entry: InboxEntry }) {
  return (
    <ol className="space-y-8">
      <Said by={entry.name} at={entry.createdAt}>
        {entry.text || <span className="text-ink-quiet">Wrote nothing beside the inquiry.</span>}
      </Said>
      {entry.replies.map((reply) => (
        <Said
          key={reply.id}
          by={reply.authorName}
          at={reply.createdAt}
          isOurs
          foot={<MailState reply={reply} />}
        >
          {reply.body}
        </Said>
      ))}
    </ol>
  );
}

type SaidProps = { by: string; at: Date; isOurs?: boolean; foot?: ReactNode; children: ReactNode };

function Said({ by, at, isOurs = false, foot, children }: SaidProps) {
  return (
    <li className={`border-l-2 pl-4 sm:pl-5 ${isOurs ? "border-demerara" : "border-ink"}`}>
      <p className="flex flex-wrap items-baseline gap-x-3 text-sm">
        <bdi className="font-semibold">{by}</bdi>
        <time dateTime={at.toISOString()} className="figures text-ink-quiet">
          {formatMoment(at)}
        </time>
      </p>
      <div dir="auto" className="mt-1.5 max-w-prose wrap-anywhere whitespace-pre-line">
        {children}
      </div>
      {foot}
    </li>
  );
}

function MailState({ reply: { mail } }: { reply: InboxReply }) {
  if (!mail) return null;
  const { status, lastError } = mail;
  const isTrouble = status === "failed" || status === "bounced";
  return (
    <p className="mt-2.5 flex flex-wrap items-center gap-3 text-sm">
      <Badge kind={emailStatusTone(status)}>{emailStatusLabel(status)}</Badge>
      <Link to={`/admin/outbox?mail=${mail.id}`} className="link py-1 text-ink-soft">
        See the mail
      </Link>
      {isTrouble && lastError && <span className="text-hibiscus">{lastError}</span>}
    </p>
  );
}

const MISSING = {
  title: "Not in the inbox",
  text: "This entry does not exist. It may have been deleted, or erased with the person who wrote it.",
  list: { label: "Inbox", path: "/admin/inbox" },
};

export async function loader({ context, params }: Route.LoaderArgs) {
  const actor = context.get(actorContext);
  const { db, clock, siteFacts } = context.get(depsContext);
  const found = await findInboxEntry(db, { actor, entryId: params.id });
  if (!found.ok) {
    if (found.error === "forbidden") return refuse();
    throw data(null, { status: 404 });
  }
  const entry = found.value;
  const next = await listNearPromise(db, { actor, most: 1, besides: entry.id });
  return {
    entry,
    next: next.ok ? (next.value[0] ?? null) : null,
    siteName: (await siteFacts()).shell.general.siteName,
    replyKey: newId(),
    now: clock.now(),
  };
}

export function action({ request, context, params }: Route.ActionArgs) {
  const actor = context.get(actorContext);
  return handleEntryForm(request, context.get(depsContext), { actor, entryId: params.id });
}

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return submitForm(serverAction, UNREACHED);
}

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: loaderData ? `${loaderData.entry.name} | Inbox` : "Not in the inbox" },
  { name: "robots", content: "noindex" },
];

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <AdminError error={error} missing={MISSING} />;
}

/** "r" starts a reply, except in a field. */
function beginReply(event: KeyboardEvent<HTMLElement>): void {
  if (event.key !== "r" || event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.target instanceof Element && event.target.closest("input,textarea,select")) return;
  event.preventDefault();
  event.currentTarget.querySelector("textarea")?.focus();
}

export default function InboxEntryPage({ loaderData, actionData }: Route.ComponentProps) {
  const { entry, next, siteName, replyKey } = loaderData;
  const now = useServerNow(loaderData.now);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the key is a shortcut to the field inside
    <div onKeyDown={beginReply}>
      <div className="mx-auto max-w-page">
        <Breadcrumbs items={[{ label: "Inbox", to: "/admin/inbox" }, { label: entry.name }]} />
      </div>
      <AdminPage
        title={entryTopic(entry)}
        lead={
          <span className="flex flex-wrap items-center gap-x-3 gap-y-2 pt-1">
            <span>
              {entryKindWord(entry.kind)}, from {entry.name}
            </span>
            <EntryBadge entry={entry} now={now} />
          </span>
        }
      >
        <div className="grid grid-cols-[minmax(0,1fr)] gap-x-14 gap-y-10 lg:grid-cols-[minmax(0,1fr)_18rem]">
          <EntryFacts entry={entry} />
          <div className="space-y-8">
            <Conversation entry={entry} />
            <ReplyForm
              key={entry.id}
              entry={entry}
              siteName={siteName}
              replyKey={replyKey}
              actionResult={actionData}
            />
            <EntryActions entry={entry} />
            {next && <NextEntry next={next} now={now} />}
          </div>
        </div>
      </AdminPage>
    </div>
  );
}

function NextEntry({ next, now }: { next: InboxRow; now: Date }) {
  return (
    <p className="flex flex-wrap items-center gap-x-3 gap-y-1 border-t border-line pt-4 text-sm">
      <span className="text-ink-quiet">Next to answer:</span>
      <Link to={`/admin/inbox/${next.id}`} className="link py-2 font-medium">
        {next.name}, {entryTopic(next)}
      </Link>
      <EntryBadge entry={next} now={now} />
    </p>
  );
}
