import { TriangleAlert } from "lucide-react";
import { Link } from "react-router";
import { shownEmail } from "#core/shown-email.ts";
import type { EmailStatus, OutboxFilter } from "#features/base/mail/outbox.ts";
import {
  doubtMessage,
  EMAIL_STATUSES,
  emailLabel,
  emailStatusLabel,
  emailStatusTone,
} from "#features/base/mail/outbox.ts";
import type { OutboxRow } from "#features/base/mail/outbox-queries.server.ts";
import { Badge } from "#ui/badge.tsx";
import { LinkTabs } from "#ui/pagination.tsx";
import { Cell, CellNote, HeadCell, Table } from "#ui/table.tsx";

/** `warning` is the recipient's bounce. */
type OutboxEntry = OutboxRow & { time: string; warning: string | null };

type Props = {
  rows: readonly OutboxEntry[];
  openId: string | null;
  hrefOf: (mailId: string) => string;
};

/** A table where there is room for one: beside an open email, from 2xl on, there is only room for cards. */
export function OutboxTable({ rows, openId, hrefOf }: Props) {
  return (
    <>
      <div className={`hidden lg:block ${openId === null ? "" : "2xl:hidden"}`}>
        <WideTable rows={rows} openId={openId} hrefOf={hrefOf} />
      </div>
      <ul
        className={`divide-y divide-line border-y border-line lg:hidden ${openId === null ? "" : "2xl:block"}`}
      >
        {rows.map((row) => (
          <li key={row.id}>
            <Link
              to={hrefOf(row.id)}
              preventScrollReset
              aria-current={row.id === openId ? "true" : undefined}
              className="block py-3.5 -outline-offset-2 aria-[current]:bg-paper"
            >
              <span className="block font-medium">{row.subject}</span>
              <span className="block truncate text-sm text-ink-soft">
                {shownEmail(row.recipient)}
              </span>
              <span className="figures block text-sm text-ink-quiet">
                {emailLabel(row.kind)} · {row.time}
              </span>
              <span className="mt-2 block">
                <StatusBadge row={row} />
              </span>
              <EmailProblems row={row} className="mt-1 text-sm" />
            </Link>
          </li>
        ))}
      </ul>
    </>
  );
}

function StatusBadge({ row: { status } }: { row: OutboxRow }) {
  return <Badge kind={emailStatusTone(status)}>{emailStatusLabel(status)}</Badge>;
}

/** Leaves out the delay of a sent email, which is not an error. */
function EmailProblems({ row, className }: { row: OutboxEntry; className: string }) {
  const tint = row.status === "sent" ? "text-ink-soft" : "text-hibiscus";
  return (
    <>
      {row.lastError && (
        <span className={`block wrap-anywhere ${tint} ${className}`}>{row.lastError}</span>
      )}
      {[row.doubt && doubtMessage(row.doubt), row.warning].map(
        (warning) =>
          warning && (
            <span key={warning} className={`flex gap-1.5 text-ink-soft ${className}`}>
              <TriangleAlert size={16} aria-hidden="true" className="mt-px shrink-0 text-warning" />
              <span className="min-w-0 wrap-anywhere">{warning}</span>
            </span>
          ),
      )}
    </>
  );
}

function WideTable({ rows, openId, hrefOf }: Props) {
  const head = (
    <>
      <HeadCell>Time</HeadCell>
      <HeadCell className="max-xl:hidden">Kind</HeadCell>
      <HeadCell>Recipient</HeadCell>
      <HeadCell>Subject</HeadCell>
      <HeadCell>Status</HeadCell>
      <HeadCell align="right" className="max-xl:hidden">
        Attempts
      </HeadCell>
    </>
  );
  return (
    <Table caption="Mails, newest first" head={head} dense>
      {rows.map((row) => (
        <tr
          key={row.id}
          className={`relative transition-colors focus-within:bg-paper hover:bg-paper ${row.id === openId ? "bg-paper" : ""}`}
        >
          <Cell className="whitespace-nowrap text-ink-soft">
            <time dateTime={row.createdAt.toISOString()}>{row.time}</time>
          </Cell>
          <Cell className="whitespace-nowrap max-xl:hidden">{emailLabel(row.kind)}</Cell>
          <Cell className="w-1/4 max-w-0 truncate" title={shownEmail(row.recipient)}>
            {shownEmail(row.recipient)}
          </Cell>
          <Cell>
            <Link
              to={hrefOf(row.id)}
              preventScrollReset
              aria-current={row.id === openId ? "true" : undefined}
              className="font-medium after:absolute after:inset-0"
            >
              {row.subject}
            </Link>
            <CellNote className="xl:hidden">{emailLabel(row.kind)}</CellNote>
            <EmailProblems row={row} className="text-xs" />
          </Cell>
          <Cell>
            <StatusBadge row={row} />
          </Cell>
          <Cell align="right" className="max-xl:hidden">
            {row.attempts}
          </Cell>
        </tr>
      ))}
    </Table>
  );
}

type TabsProps = {
  filter: OutboxFilter;
  counts: Partial<Record<EmailStatus, number>>;
};

export function OutboxTabs({ filter, counts }: TabsProps) {
  const { status, search } = filter;
  const found: Record<string, string> = search ? { q: search } : {};
  const total = Object.values(counts).reduce((sum, count) => sum + count, 0);
  const ofStatus = EMAIL_STATUSES.map((each) => ({
    label: emailStatusLabel(each),
    count: counts[each] ?? 0,
    search: `?${new URLSearchParams({ status: each, ...found })}`,
    current: each === status,
  }));
  const all = {
    label: "All",
    count: total,
    search: search && `?${new URLSearchParams(found)}`,
    current: status === null,
  };
  return <LinkTabs label="Mails by status" tabs={[all, ...ofStatus]} className="mb-4" />;
}
