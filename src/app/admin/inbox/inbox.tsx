import { AdminError, AdminPage } from "#app/shell/admin-page.tsx";
import { actorContext, depsContext } from "#app/web/context.ts";
import { refuse } from "#app/web/require-admin.server.ts";
import type { InboxFilter } from "#features/inbox/inbox-filter.ts";
import { inboxQuery, readInboxFilter } from "#features/inbox/inbox-filter.ts";
import { listInbox } from "#features/inbox/inbox-list-queries.server.ts";
import { ButtonLink } from "#ui/button.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { Pagination } from "#ui/pagination.tsx";
import type { Route } from "./+types/inbox.ts";
import { handleInboxForm } from "./handle-inbox-form.server.ts";
import { InboxFilterForm, InboxTabs } from "./inbox-filter-form.tsx";
import { UNREACHED } from "./inbox-form-result.ts";
import { InboxList } from "./inbox-list.tsx";
import { preservePage } from "./preserve-page.ts";

export async function loader({ context, url }: Route.LoaderArgs) {
  const { db, clock } = context.get(depsContext);
  const actor = context.get(actorContext);
  const filter = readInboxFilter(url.searchParams);
  const list = await listInbox(db, { actor, filter });
  if (!list.ok) return refuse();
  return { filter, list: list.value, now: clock.now() };
}

export function action({ request, context }: Route.ActionArgs) {
  return handleInboxForm(request, context.get(depsContext), context.get(actorContext));
}

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return preservePage(serverAction, UNREACHED);
}

export const meta: Route.MetaFunction = () => [
  { title: "Inbox" },
  { name: "robots", content: "noindex" },
];

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <AdminError error={error} />;
}

export default function InboxPage({ loaderData }: Route.ComponentProps) {
  const { filter, list, now } = loaderData;
  return (
    <AdminPage
      title="Inbox"
      lead="Inquiries, messages and volunteers. Whoever wrote was promised an answer within 24 hours: what is due next stands first."
    >
      <InboxTabs filter={filter} counts={list.counts} />
      <InboxFilterForm filter={filter} counts={list.counts} />
      {list.rows.length === 0 ? (
        <NothingHere filter={filter} />
      ) : (
        <div className="space-y-4">
          <InboxList rows={list.rows} now={now} />
          <Pagination page={list.page} pageCount={list.pageCount} label="Inbox" />
        </div>
      )}
    </AdminPage>
  );
}

function NothingHere({ filter }: { filter: InboxFilter }) {
  if (filter.search === "" && filter.kind === null) {
    const isAll = filter.status === null;
    const title = filter.status === "new" ? "Everybody has an answer" : "Nothing here yet";
    return (
      <EmptyState title={title}>
        {isAll
          ? "Inquiries from the Guyana Sales dialog, messages from the contact page and volunteers of New Dawn will stand here."
          : "Another status may hold what you look for."}
      </EmptyState>
    );
  }
  return (
    <EmptyState
      title="Nothing matches"
      action={
        <ButtonLink to={{ search: inboxQuery({}) }} variant="secondary">
          Show everything
        </ButtonLink>
      }
    >
      Try fewer letters, another kind or another status.
    </EmptyState>
  );
}
