import type { Attachment, Email } from "postal-mime";
import type { RecipientStatus } from "./delivery-status.ts";
import { readDeliveryStatus } from "./delivery-status.ts";

/** A delivery report as it came: where it was sent to, which mail it returns, and what it says became of it. */
export type DeliveryReport = {
  addressedTo: readonly string[];
  /** The Message-ID of the mail that comes back; null when the report does not carry it. */
  messageId: string | null;
  statuses: readonly RecipientStatus[];
};

/** Reports are flat: a few parts, one of them the mail that comes back. Anything beyond is no report, and reading it costs more than it tells. */
const LIMITS = { maxNestingDepth: 8, maxHeadersSize: 256_000, forceRfc822Attachments: true };

/**
 * So much of a message is looked at. A report tells what it has to within a few hundred lines, and behind them comes the mail that it returns, of
 * which the headers are enough; each line costs the library so much that a megabyte of empty ones would hold the shop up for half a minute.
 */
const MOST_LINES = 4_000;
const MOST_BYTES = 128_000;

function beginningOf(raw: Uint8Array): Uint8Array {
  const bytes = raw.subarray(0, MOST_BYTES);
  let end = -1;
  for (let line = 0; line < MOST_LINES; line += 1) {
    end = bytes.indexOf(10, end + 1);
    if (end === -1) return bytes;
  }
  return bytes.subarray(0, end);
}

/** Where hosts put the address that a report was sent to, on its way through a mailbox and a pipe. */
const ADDRESSED = new Set([
  "to",
  "delivered-to",
  "x-original-to",
  "envelope-to",
  "x-envelope-to",
  "x-forwarded-to",
]);

const MOST_ADDRESSES = 20;

const STATUS_TYPES = new Set(["message/delivery-status", "message/global-delivery-status"]);
const RETURNED_TYPES = new Set([
  "message/rfc822",
  "message/global",
  "text/rfc822-headers",
  "message/global-headers",
]);

const BETWEEN_ADDRESSES = /[\s<>,;:"()[\]\\]+/;

function addressesIn(mail: Email): string[] {
  return mail.headers
    .filter(({ key }) => ADDRESSED.has(key))
    .slice(0, MOST_ADDRESSES)
    .flatMap(({ value }) => value.slice(0, 2_000).split(BETWEEN_ADDRESSES))
    .filter((each) => each.includes("@"))
    .slice(0, MOST_ADDRESSES);
}

/** A part's text; bytes that are no UTF-8 become replacement characters, which no field of a report is read by. */
function textOf({ content }: Attachment): string {
  return typeof content === "string" ? content : new TextDecoder().decode(content);
}

const FOLDED = /\n[ \t]+/g;

function messageIdIn(part: Attachment): string | null {
  const text = textOf(part).replaceAll("\r\n", "\n");
  const end = text.indexOf("\n\n");
  const head = (end === -1 ? text : text.slice(0, end)).replaceAll(FOLDED, " ");
  return /^message-id:\s*(<[^<>\s]+>)/im.exec(head)?.[1] ?? null;
}

function isReport(mail: Email): boolean {
  const type = mail.headers.find(({ key }) => key === "content-type")?.value ?? "";
  return /^\s*multipart\/report\b/i.test(type);
}

/**
 * Reads a raw message as a report on a delivery (RFC 3462, 3464). Null when it is anything else: an auto-reply, a receipt of reading, a
 * letter, or bytes that are no mail at all. Never throws and is done in a moment, whatever the bytes are.
 */
export async function readReport(raw: Uint8Array): Promise<DeliveryReport | null> {
  // Loaded for the first report and not for the start of the shop.
  const { default: PostalMime } = await import("postal-mime");
  const mail = await PostalMime.parse(beginningOf(raw), LIMITS).catch(() => null);
  if (!mail || !isReport(mail)) return null;
  const status = mail.attachments.find(({ mimeType }) => STATUS_TYPES.has(mimeType));
  if (!status) return null;
  const returned = mail.attachments.find(({ mimeType }) => RETURNED_TYPES.has(mimeType));
  return {
    addressedTo: addressesIn(mail),
    messageId: returned ? messageIdIn(returned) : null,
    statuses: readDeliveryStatus(textOf(status)),
  };
}
