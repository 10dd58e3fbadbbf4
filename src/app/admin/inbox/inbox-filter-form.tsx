import { Search } from "lucide-react";
import { Form, Link } from "react-router";
import {
  ENTRY_KINDS,
  ENTRY_STATUSES,
  entryKindWord,
  entryStatusWord,
} from "#features/inbox/inbox-entry.ts";
import type { InboxFilter } from "#features/inbox/inbox-filter.ts";
import { inboxQuery } from "#features/inbox/inbox-filter.ts";
import type { InboxCount } from "#features/inbox/inbox-list-queries.server.ts";
import { Button } from "#ui/button.tsx";
import { Field } from "#ui/field.tsx";
import { Input } from "#ui/input.tsx";
import { LinkTabs } from "#ui/link-tabs.tsx";
import { Select } from "#ui/select.tsx";

type Props = { filter: InboxFilter; counts: readonly InboxCount[] };

const sumOf = (counts: readonly InboxCount[], isOf: (row: InboxCount) => boolean) =>
  counts.filter(isOf).reduce((sum, { count }) => sum + count, 0);

/** The statuses and how many entries of the chosen kind each has. */
export function InboxTabs({ filter, counts }: Props) {
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

/** Narrows the inbox; its fields are the address's own words, so it works before the page's script has arrived. */
export function InboxFilterForm({ filter, counts }: Props) {
  const ofStatus = (row: InboxCount) => !filter.status || row.status === filter.status;
  return (
    <Form
      key={inboxQuery(filter)}
      role="search"
      className="flex flex-wrap items-end gap-x-4 gap-y-3 py-4"
    >
      {filter.status && <input type="hidden" name="status" value={filter.status} />}
      <Field label="Name, e-mail, product or words" className="w-full sm:w-72">
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
