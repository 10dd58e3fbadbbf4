import type { ReactNode } from "react";
import { Link } from "react-router";
import type { InboxEntry, InboxReply } from "#features/inbox/inbox-entry-queries.server.ts";
import { mailStatusTone, mailStatusWord } from "#features/mail/outbox.ts";
import { formatMoment } from "#features/orders/georgetown-time.ts";
import { Badge } from "#ui/badge.tsx";

/** What was written and every answer, in the order of time. */
export function Conversation({ entry }: { entry: InboxEntry }) {
  return (
    <ol className="space-y-8">
      <Said by={entry.name} at={entry.createdAt}>
        {entry.words || <span className="text-ink-quiet">Wrote nothing beside the inquiry.</span>}
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
        <span className="font-semibold">{by}</span>
        <time dateTime={at.toISOString()} className="figures text-ink-quiet">
          {formatMoment(at)}
        </time>
      </p>
      <div className="mt-1.5 max-w-prose wrap-anywhere whitespace-pre-line">{children}</div>
      {foot}
    </li>
  );
}

/** What became of an answer's mail. */
function MailState({ reply: { mail } }: { reply: InboxReply }) {
  if (!mail) return null;
  const { status, lastError } = mail;
  const isTrouble = status === "failed" || status === "bounced";
  return (
    <p className="mt-2.5 flex flex-wrap items-center gap-3 text-sm">
      <Badge kind={mailStatusTone(status)}>{mailStatusWord(status)}</Badge>
      <Link to={`/admin/outbox?mail=${mail.id}`} className="link py-1 text-ink-soft">
        See the mail
      </Link>
      {isTrouble && lastError && <span className="text-hibiscus">{lastError}</span>}
    </p>
  );
}
