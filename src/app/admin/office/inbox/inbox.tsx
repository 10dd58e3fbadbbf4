import { Search } from "lucide-react";
import { Form, Link } from "react-router";
import { UnreadableFilters } from "#app/components/page/unreadable-filters.tsx";
import { AdminError, AdminPage } from "#app/shell/admin-page.tsx";
import { actorContext, depsContext } from "#app/web/context.ts";
import { refuse } from "#app/web/require-admin.server.ts";
import { submitForm, UNREACHED } from "#app/web/submit-form.ts";
import { countLabel } from "#core/format-number.ts";
import type { InboxFilter } from "#features/office/inbox/inbox-entry.ts";
import {
  ENTRY_KINDS,
  ENTRY_STATUSES,
  entryKindWord,
  entryStatusWord,
  INBOX_FILTERS,
  inboxQuery,
  readInboxFilter,
} from "#features/office/inbox/inbox-entry.ts";
import type { InboxCount } from "#features/office/inbox/inbox-list-queries.server.ts";
import { listInbox } from "#features/office/inbox/inbox-list-queries.server.ts";
import { Button, ButtonLink } from "#ui/button.tsx";
import { Field, Input, Select } from "#ui/field.tsx";
import { EmptyState, Notice } from "#ui/notice.tsx";
import { LinkTabs, Pagination } from "#ui/pagination.tsx";
import type { Route } from "./+types/inbox.ts";
import { handleInboxForm } from "./handle-inbox-form.server.ts";
import { InboxList } from "./inbox-list.tsx";

type Props = { filter: InboxFilter; counts: readonly InboxCount[] };

const sumOf = (counts: readonly InboxCount[], isOf: (row: InboxCount) => boolean) =>
  counts.filter(isOf).reduce((sum, { count }) => sum + count, 0);

/** Counts the entries of the chosen kind. */
function InboxTabs({ filter, counts }: Props) {
  const tab = (status: InboxFilter["status"]) => ({
    label: status ? entryStatusWord(status) : "All",
    count: sumOf(
      counts,
      (row) => (!filter.kind || row.kind === filter.kind) && (!status || row.status === status),
    ),
    search: inboxQuery({ ...filter, status }),
    current: filter.status === status,
  });
  return <LinkTabs label="Inbox by status" tabs={[null, ...ENTRY_STATUSES].map(tab)} />;
}

/** Works without JavaScript. */
function InboxFilterForm({ filter, counts }: Props) {
  const ofStatus = (row: InboxCount) => !filter.status || row.status === filter.status;
  return (
    <Form
      key={inboxQuery(filter)}
      role="search"
      className="flex flex-wrap items-end gap-x-4 gap-y-3 py-4"
    >
      {filter.status && <input type="hidden" name="status" value={filter.status} />}
      <Field label="Name, email, product or words" className="w-full sm:w-72">
        <Input type="search" name="q" defaultValue={filter.search} autoComplete="off" />
      </Field>
      <Field label="Written in" className="grow sm:w-52 sm:grow-0">
        <Select name="kind" defaultValue={filter.kind ?? ""}>
          <option value="">Everything ({sumOf(counts, ofStatus)})</option>
          {ENTRY_KINDS.map((kind) => (
            <option key={kind} value={kind}>
              {entryKindWord(kind)} ({sumOf(counts, (row) => row.kind === kind && ofStatus(row))})
            </option>
          ))}
        </Select>
      </Field>
      <Button type="submit" variant="secondary">
        <Search size={16} aria-hidden="true" />
        Show
      </Button>
      {(filter.search !== "" || filter.kind) && (
        <Link to={{ search: inboxQuery({ status: filter.status }) }} className="link py-2 text-sm">
          Show everything
        </Link>
      )}
    </Form>
  );
}

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
  return submitForm(serverAction, UNREACHED);
}

export const meta: Route.MetaFunction = () => [
  { title: "Inbox" },
  { name: "robots", content: "noindex" },
];

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <AdminError error={error} />;
}

export default function InboxPage({ loaderData, actionData }: Route.ComponentProps) {
  const { filter, list, now } = loaderData;
  return (
    <AdminPage
      title="Inbox"
      lead="Inquiries, messages and volunteers. Everyone was promised an answer within 24 hours: those due next come first."
    >
      {actionData?.error && (
        <Notice kind="error" title="Nothing was changed" className="mb-4">
          {Object.values(actionData.error).flat().join(" ")}
        </Notice>
      )}
      <InboxTabs filter={filter} counts={list.counts} />
      <InboxFilterForm filter={filter} counts={list.counts} />
      <UnreadableFilters filters={INBOX_FILTERS} />
      {list.rows.length === 0 ? (
        <NothingHere filter={filter} />
      ) : (
        <div data-summary={countLabel(list.total, "entry", "entries")} className="space-y-4">
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
          ? "Inquiries from the Guyana Sales dialog, messages from the contact page and volunteers of New Dawn appear here."
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
