import type { KeyboardEvent } from "react";
import { data, Link } from "react-router";
import { AdminError, AdminPage } from "#app/shell/admin-page.tsx";
import { actorContext, depsContext } from "#app/web/context.ts";
import { refuse } from "#app/web/require-admin.server.ts";
import { newId } from "#core/ids.ts";
import { entryKindWord, entryTopic } from "#features/inbox/inbox-entry.ts";
import { findInboxEntry } from "#features/inbox/inbox-entry-queries.server.ts";
import type { InboxRow } from "#features/inbox/inbox-list-queries.server.ts";
import { listNearPromise } from "#features/inbox/inbox-list-queries.server.ts";
import { Breadcrumbs } from "#ui/breadcrumbs.tsx";
import { Notice } from "#ui/notice.tsx";
import type { Route } from "./+types/inbox-entry.ts";
import { Conversation } from "./conversation.tsx";
import { EntryActions } from "./entry-actions.tsx";
import { EntryBadge } from "./entry-badge.tsx";
import { EntryFacts } from "./entry-facts.tsx";
import { handleEntryForm } from "./handle-inbox-form.server.ts";
import { UNREACHED } from "./inbox-form-result.ts";
import { preservePage } from "./preserve-page.ts";
import { ReplyForm } from "./reply-form.tsx";
import { useServerNow } from "./use-server-now.ts";

const MISSING = {
  title: "Not in the inbox",
  text: "Nothing has this address. It may have been deleted, or erased with the person who wrote it.",
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
  return preservePage(serverAction, UNREACHED);
}

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: loaderData ? `${loaderData.entry.name} | Inbox` : "Not in the inbox" },
  { name: "robots", content: "noindex" },
];

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <AdminError error={error} missing={MISSING} />;
}

/** r begins the answer while the focus is on the page's own content and not in a field. */
function beginAnswer(event: KeyboardEvent<HTMLElement>): void {
  if (event.key !== "r" || event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.target instanceof Element && event.target.closest("input,textarea,select")) return;
  event.preventDefault();
  event.currentTarget.querySelector("textarea")?.focus();
}

export default function InboxEntryPage({ loaderData, actionData }: Route.ComponentProps) {
  const { entry, next, siteName, replyKey } = loaderData;
  const now = useServerNow(loaderData.now);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the key is a short way to the field inside, which works without it
    <div onKeyDown={beginAnswer}>
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
        {actionData?.status === "sent" && (
          <Notice kind="success" className="mb-6">
            Your answer to {actionData.to} is on its way.
          </Notice>
        )}
        <div className="grid grid-cols-[minmax(0,1fr)] gap-x-14 gap-y-10 lg:grid-cols-[minmax(0,1fr)_18rem]">
          <EntryFacts entry={entry} />
          <div className="space-y-8">
            <Conversation entry={entry} />
            <ReplyForm
              key={entry.id}
              entry={entry}
              siteName={siteName}
              replyKey={replyKey}
              given={actionData}
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
