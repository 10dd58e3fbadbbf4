import { countLabel } from "#core/format-number.ts";
import { PAGE_FILTER, readPageNumber } from "#core/page-number.ts";
import { readListSearch } from "#core/submitted-text.ts";
import type { FilterReader } from "#core/unreadable-filters.ts";
import { oneOf } from "#core/unreadable-filters.ts";

/**
 * A stored email ended as a file, because the shop had no mail server, and reached nobody. A failed one has no attempts left; a bounced one
 * was refused permanently.
 */
export const EMAIL_STATUSES = ["queued", "sent", "stored", "failed", "bounced"] as const;

export type EmailStatus = (typeof EMAIL_STATUSES)[number];

/** What remains of removed content. */
export const REMOVED_CONTENT = { textBody: "", htmlBody: "" } as const;

/** `search` is a part of a recipient or a subject. */
export type OutboxFilter = { status: EmailStatus | null; search: string; page: number };

export const MAX_PAGE_ROWS = 50;

/** Every filter of the outbox and what it can read. */
export const OUTBOX_FILTERS: readonly FilterReader[] = [
  { label: "Status", name: "status", isReadable: oneOf(EMAIL_STATUSES) },
  PAGE_FILTER,
];

/** Invalid parameters are ignored. */
export function readOutboxFilter(params: URLSearchParams): OutboxFilter {
  return {
    search: readListSearch(params),
    status: EMAIL_STATUSES.find((status) => status === params.get("status")) ?? null,
    page: readPageNumber(params.get("page")),
  };
}

export type DeliveryDoubt = "may have arrived" | "may have arrived twice";

/**
 * The doubt about an email sent without a reply (RFC 5321, 6.1), or null. Attempts share a Message-ID, by
 * which many hosts recognise repeats.
 */
export function deliveryDoubt(email: {
  status: EmailStatus;
  unconfirmedSends: number;
}): DeliveryDoubt | null {
  if (email.unconfirmedSends === 0) return null;
  const isOneMore = email.status === "sent" || email.unconfirmedSends > 1;
  return isOneMore ? "may have arrived twice" : "may have arrived";
}

const doubtMessages: Readonly<Record<DeliveryDoubt, string>> = {
  "may have arrived":
    "May have arrived: the connection ended before the mail server confirmed this email.",
  "may have arrived twice":
    "May have arrived twice: the connection ended before the mail server confirmed this email, so it was sent again with the same Message-ID.",
};

export function doubtMessage(doubt: DeliveryDoubt): string {
  return doubtMessages[doubt];
}

const statusLabels: Record<EmailStatus, string> = {
  queued: "Waiting",
  sent: "Sent",
  stored: "Stored as a file",
  failed: "Failed",
  bounced: "Bounced",
};

export function emailStatusLabel(status: EmailStatus): string {
  return statusLabels[status];
}

export function emailStatusTone(status: EmailStatus): "success" | "warning" | "error" {
  if (status === "sent") return "success";
  return status === "queued" || status === "stored" ? "warning" : "error";
}

/** How an email left, as it is stored: null where the shop did not record it yet. */
export type SentThrough = "server" | "file" | null;

/** When an email was sent, or what became of it instead. `at` is a moment as text, or null. */
export function sentText(at: string | null, sentThrough: SentThrough): string {
  if (at === null) return "Not sent yet";
  if (sentThrough === "server") return `Sent ${at}`;
  return sentThrough === "file"
    ? `Stored as a file ${at}, and sent to nobody`
    : `Sent or stored as a file ${at}: the shop did not record yet which of the two`;
}

/** Whether the shop has no mail server: an email then ends as a file in the data folder and reaches nobody. */
export type MailRoute = { readonly toFiles: boolean };

/** How emails leave a shop with these settings of its server. */
export const mailRouteOf = ({
  SMTP_URL,
}: {
  readonly SMTP_URL?: string | undefined;
}): MailRoute => ({ toFiles: SMTP_URL === undefined });

const UNSENT = "This shop sends no emails yet: ours is only stored, and reaches nobody.";

/** What a page says of an email that the shop has just written: `sent` where a mail server takes it, and the truth where none does (ADR 0113). */
export const emailedText = (sent: string, { toFiles }: MailRoute): string =>
  toFiles ? UNSENT : sent;

const UNSENT_FOR_STAFF = "No mail server is set: the email is only stored, and reaches nobody.";

/** The same for a page of the staff, of an email to somebody else that the shop has written or will write: `sent` says that it arrives. */
export const staffEmailText = (sent: string, { toFiles }: MailRoute): string =>
  toFiles ? UNSENT_FOR_STAFF : sent;

/** What a page says before the shop writes an email: `promised` where a mail server takes it, else `instead`, which promises none. */
export const promisedEmailText = (
  { instead, promised }: { promised: string; instead: string },
  { toFiles }: MailRoute,
): string => (toFiles ? instead : promised);

/**
 * What became of an email that somebody looks for, as a sentence; `name` is what it is called, such as "confirmation email". Null where
 * the shop does not know the email.
 */
export function emailOutcomeText(
  status: EmailStatus | null,
  { name, recipient }: { name: string; recipient: string },
  route: MailRoute,
): string | null {
  switch (status) {
    case "sent":
      return `We sent a ${name} to ${recipient}.`;
    case "queued":
      return emailedText(`A ${name} is on its way to ${recipient}.`, route);
    case "stored":
      return `The ${name} to ${recipient} was not sent: this shop had no mail server, and only stored it.`;
    case "failed":
    case "bounced":
      return `The ${name} did not reach ${recipient}. Please write to us.`;
    case null:
      return null;
  }
}

/** What the tile of the Overview says of emails, of which `undelivered` did not arrive and `stored` wait as files. */
export function mailsNote(
  { stored, undelivered }: { stored: number; undelivered: number },
  { toFiles }: MailRoute,
): string {
  if (undelivered > 0) return "Please check";
  if (toFiles) return "Stored as files, not sent";
  return stored > 0 ? `${countLabel(stored, "mail")} stored, not sent` : "All arrive";
}

/** What the owner reads of the emails that are stored as files and can be sent, once a server is there. */
export const storedMailsText = (count: number, days: string): string =>
  `${countLabel(count, "mail")} of ${days} ${count === 1 ? "was stored as a file" : "were stored as files"} while no mail server was set, and reached nobody.`;

/** "order-confirmation" is "Order confirmation". */
export function emailLabel(kind: string): string {
  const text = kind.replaceAll(/[-_]/g, " ");
  return text.charAt(0).toUpperCase() + text.slice(1);
}

const STYLE_ELEMENT = /<style>[^<]*<\/style>/g;

/**
 * An email's HTML for a sandboxed frame, without links, and without its style sheet, which the page's policy
 * blocks.
 */
export function previewDocument(html: string): string {
  return `<!doctype html><base target="_blank">${html.replaceAll(STYLE_ELEMENT, "")}`;
}
