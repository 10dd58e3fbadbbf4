import { TriangleAlert } from "lucide-react";
import { Link } from "react-router";
import { mailKindLabel, mailStatusTone, mailStatusWord } from "#features/mail/outbox.ts";
import type { OutboxRow } from "#features/mail/outbox-queries.server.ts";
import { Badge } from "#ui/badge.tsx";
import { Cell, HeadCell, Table } from "#ui/table.tsx";

/** A mail of the list with its time in words, and what is known of its address. */
export type OutboxEntry = OutboxRow & { time: string; warning: string | null };

type Props = {
  rows: readonly OutboxEntry[];
  /** The mail being read. */
  openId: string | null;
  /** The address that opens a mail. */
  addressOf: (mailId: string) => string;
};

/** The mails: rows of 44 px on wide screens, cards on phones. */
export function OutboxTable({ rows, openId, addressOf }: Props) {
  return (
    <>
      <div className="hidden lg:block">
        <WideTable rows={rows} openId={openId} addressOf={addressOf} />
      </div>
      <ul className="divide-y divide-line border-y border-line lg:hidden">
        {rows.map((row) => (
          <li key={row.id}>
            <Link
              to={addressOf(row.id)}
              preventScrollReset
              aria-current={row.id === openId ? "true" : undefined}
              className="block py-3.5 -outline-offset-2 aria-[current]:bg-paper"
            >
              <span className="block font-medium">{row.subject}</span>
              <span className="block truncate text-sm text-ink-soft">{row.recipient}</span>
              <span className="figures block text-sm text-ink-quiet">
                {mailKindLabel(row.kind)} · {row.time}
              </span>
              <span className="mt-2 block">
                <MailStatusBadge row={row} />
              </span>
              <MailTrouble row={row} className="mt-1 text-sm" />
            </Link>
          </li>
        ))}
      </ul>
    </>
  );
}

function MailStatusBadge({ row }: { row: OutboxRow }) {
  return <Badge kind={mailStatusTone(row.status)}>{mailStatusWord(row.status)}</Badge>;
}

/** Why it is not there, and why it may not arrive; what is only late is no alarm. */
function MailTrouble({ row, className }: { row: OutboxEntry; className: string }) {
  const tint = row.status === "sent" ? "text-ink-soft" : "text-hibiscus";
  return (
    <>
      {row.lastError && (
        <span className={`block wrap-anywhere ${tint} ${className}`}>{row.lastError}</span>
      )}
      {row.warning && (
        <span className={`flex gap-1.5 text-ink-soft ${className}`}>
          <TriangleAlert size={16} aria-hidden="true" className="mt-px shrink-0 text-warning" />
          <span className="min-w-0 wrap-anywhere">{row.warning}</span>
        </span>
      )}
    </>
  );
}

function WideTable({ rows, openId, addressOf }: Props) {
  const head = (
    <>
      <HeadCell>Time</HeadCell>
      <HeadCell>Kind</HeadCell>
      <HeadCell>Recipient</HeadCell>
      <HeadCell>Subject</HeadCell>
      <HeadCell>Status</HeadCell>
      <HeadCell align="right">Attempts</HeadCell>
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
          <Cell className="whitespace-nowrap">{mailKindLabel(row.kind)}</Cell>
          <Cell className="max-w-56 truncate" title={row.recipient}>
            {row.recipient}
          </Cell>
          <Cell>
            <Link
              to={addressOf(row.id)}
              preventScrollReset
              aria-current={row.id === openId ? "true" : undefined}
              className="font-medium after:absolute after:inset-0"
            >
              {row.subject}
            </Link>
            <MailTrouble row={row} className="text-xs" />
          </Cell>
          <Cell>
            <MailStatusBadge row={row} />
          </Cell>
          <Cell align="right">{row.attempts}</Cell>
        </tr>
      ))}
    </Table>
  );
}
