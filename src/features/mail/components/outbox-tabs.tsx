import { Link } from "react-router";
import { classNames } from "#ui/class-names.ts";
import type { MailStatus } from "../outbox.ts";
import { MAIL_STATUSES, mailStatusWord } from "../outbox.ts";

type Props = { status: MailStatus | null; counts: Partial<Record<MailStatus, number>> };

/** All mails or those of one status, and how many each has. */
export function OutboxTabs({ status, counts }: Props) {
  const total = Object.values(counts).reduce((sum, count) => sum + count, 0);
  const entries = [
    { value: null, word: "All", count: total },
    ...MAIL_STATUSES.map((value) => ({
      value,
      word: mailStatusWord(value),
      count: counts[value] ?? 0,
    })),
  ];
  return (
    <nav aria-label="Mails by status" className="mb-4 border-b border-line">
      <ul className="-mb-px flex gap-5 overflow-x-auto sm:gap-7">
        {entries.map(({ value, word, count }) => (
          <li key={word} className="shrink-0">
            <Link
              to={{ search: value ? `?status=${value}` : "" }}
              aria-current={status === value ? "page" : undefined}
              className={classNames(
                "flex min-h-11 items-center gap-2 border-b-2 text-sm transition-colors -outline-offset-2",
                status === value
                  ? "border-ink font-medium"
                  : "border-transparent text-ink-quiet hover:text-ink",
              )}
            >
              {word}{" "}
              <span className="figures text-xs text-ink-quiet">
                {count.toLocaleString("en-US")}
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
