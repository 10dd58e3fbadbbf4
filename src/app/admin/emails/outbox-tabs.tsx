import type { MailStatus } from "#features/mail/outbox.ts";
import { MAIL_STATUSES, mailStatusWord } from "#features/mail/outbox.ts";
import { LinkTabs } from "#ui/link-tabs.tsx";

type Props = { status: MailStatus | null; counts: Partial<Record<MailStatus, number>> };

/** All mails or those of one status, and how many each has. */
export function OutboxTabs({ status, counts }: Props) {
  const total = Object.values(counts).reduce((sum, count) => sum + count, 0);
  const ofStatus = MAIL_STATUSES.map((each) => ({
    label: mailStatusWord(each),
    count: counts[each] ?? 0,
    search: `?status=${each}`,
    current: each === status,
  }));
  const all = { label: "All", count: total, search: "", current: status === null };
  return <LinkTabs label="Mails by status" tabs={[all, ...ofStatus]} className="mb-4" />;
}
