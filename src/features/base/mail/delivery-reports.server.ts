import { createHash, timingSafeEqual } from "node:crypto";
import { and, eq, gt, isNull, ne } from "drizzle-orm";
import type { Attachment, Email } from "postal-mime";
import { isId } from "#core/ids.ts";
import type { Result } from "#core/result.ts";
import { fail, ok } from "#core/result.ts";
import type { Database } from "#db/client.server.ts";
import { mailOutbox } from "#db/schema/mail.server.ts";
import type { Auth } from "#platform/auth.server.ts";
import { isSignedText, signText } from "#platform/auth-rotation.server.ts";
import type { Clock } from "#platform/clock.server.ts";
import type { Env } from "#platform/env.server.ts";
import type { Logger } from "#platform/logger.server.ts";
import type { RecipientStatus, ReportVerdict } from "./delivery-status.ts";
import { assessReport, readDeliveryStatus } from "./delivery-status.ts";

/** 64 bits; a local part has 64 characters (RFC 5321, 4.5.3.1.1). */
const TOKEN_CHARACTERS = 16;

const TOKEN = /^([0-9a-f]{8})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{12})([0-9a-f]{16})$/;

const signedText = (mailId: string) => `bounce:${mailId}`;

/** An email's signed address for delivery reports. Lower case: hosts may change case. */
export function bounceEmailFor(auth: Auth, base: string, mailId: string): string {
  const at = base.lastIndexOf("@");
  const signature = signText(auth, signedText(mailId)).toString("hex").slice(0, TOKEN_CHARACTERS);
  const token = `${mailId.replaceAll("-", "")}${signature}`.toLowerCase();
  return `${base.slice(0, at)}+${token}${base.slice(at)}`;
}

/** Returns the email id of such an address; null for an invalid signature. */
export function parseBounceEmail(auth: Auth, base: string, address: string): string | null {
  const at = base.lastIndexOf("@");
  const written = address.toLowerCase();
  const head = `${base.slice(0, at)}+`.toLowerCase();
  const tail = base.slice(at).toLowerCase();
  if (!written.startsWith(head) || !written.endsWith(tail)) return null;
  const parts = TOKEN.exec(written.slice(head.length, -tail.length));
  if (!parts) return null;
  const mailId = parts.slice(1, 6).join("-");
  const given = Buffer.from(parts[6] ?? "", "hex");
  const isGenuine = isSignedText(auth, signedText(mailId), given, TOKEN_CHARACTERS / 2);
  return isGenuine && isId(mailId) ? mailId : null;
}

type DeliveryReport = {
  addressedTo: readonly string[];
  /** Of the returned email. */
  messageId: string | null;
  statuses: readonly RecipientStatus[];
};

/** Reports are flat with a few parts. */
const LIMITS = { maxNestingDepth: 8, maxHeadersSize: 256_000, forceRfc822Attachments: true };

/** Enough for a report. A megabyte of empty lines takes half a minute to parse. */
const MAX_LINES = 4_000;
const MAX_BYTES = 128_000;

function beginningOf(raw: Uint8Array): Uint8Array {
  const bytes = raw.subarray(0, MAX_BYTES);
  let end = -1;
  for (let line = 0; line < MAX_LINES; line += 1) {
    end = bytes.indexOf(10, end + 1);
    if (end === -1) return bytes;
  }
  return bytes.subarray(0, end);
}

/** Headers that name the report's recipient. */
const ADDRESSED = new Set([
  "to",
  "delivered-to",
  "x-original-to",
  "envelope-to",
  "x-envelope-to",
  "x-forwarded-to",
]);

const MAX_ADDRESSES = 20;

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
    .slice(0, MAX_ADDRESSES)
    .flatMap(({ value }) => value.slice(0, 2_000).split(BETWEEN_ADDRESSES))
    .filter((each) => each.includes("@"))
    .slice(0, MAX_ADDRESSES);
}

/** Invalid UTF-8 is in no field. */
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
 * Parses a raw message as a delivery report (RFC 3462, 3464); null for others, such as auto-replies. Never
 * throws; bounded time.
 */
export async function parseReport(raw: Uint8Array): Promise<DeliveryReport | null> {
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

type ReportDeps = {
  db: Database;
  auth: Auth;
  clock: Clock;
  logger: Logger;
  env: Pick<Env, "MAIL_BOUNCE_ADDRESS" | "MAIL_BOUNCE_SECRET">;
};

export type ReportOutcome = ReportVerdict["kind"] | "known" | "unknown" | "ignored";

/** Hashes, so that timing reveals nothing. */
function isSame(given: string, expected: string): boolean {
  const digest = (text: string) => createHash("sha256").update(text).digest();
  return timingSafeEqual(digest(given), digest(expected));
}

/** The email is found by the address's token, else by the unguessable Message-ID. */
function mailOf({ auth, env }: ReportDeps, report: DeliveryReport): string | null {
  const base = env.MAIL_BOUNCE_ADDRESS;
  for (const address of base ? report.addressedTo : []) {
    const mailId = parseBounceEmail(auth, base ?? "", address);
    if (mailId !== null) return mailId;
  }
  const named = /^<([0-9a-f-]{36})@/i.exec(report.messageId ?? "")?.[1] ?? "";
  return isId(named) ? named.toLowerCase() : null;
}

type Known = { id: string; recipient: string };

async function findMail(db: Database, mailId: string | null): Promise<Known | null> {
  if (mailId === null) return null;
  const [mail] = await db
    .select({ id: mailOutbox.id, recipient: mailOutbox.recipient })
    .from(mailOutbox)
    .where(eq(mailOutbox.id, mailId));
  return mail ?? null;
}

/** Names the forwarding address if that one failed. */
function lastErrorOf({ reason, recipient }: ReportVerdict, known: Known): string {
  const isOwn = recipient === "" || recipient.toLowerCase() === known.recipient.toLowerCase();
  return isOwn ? reason : `${reason}; it had been sent on to ${recipient}`;
}

/** Once, unless an earlier report is as serious. */
async function note(deps: ReportDeps, known: Known, verdict: ReportVerdict): Promise<boolean> {
  const lastError = lastErrorOf(verdict, known);
  const mail = eq(mailOutbox.id, known.id);
  const change = {
    // Never handed over: cannot bounce.
    bounced: {
      set: { status: "bounced", bouncedAt: deps.clock.now(), lastError } as const,
      where: and(mail, ne(mailOutbox.status, "bounced"), gt(mailOutbox.attempts, 0)),
    },
    "given up": {
      set: { status: "failed", lastError } as const,
      where: and(mail, eq(mailOutbox.status, "sent")),
    },
    delayed: {
      set: { lastError },
      where: and(mail, eq(mailOutbox.status, "sent"), isNull(mailOutbox.lastError)),
    },
  }[verdict.kind];
  const noted = await deps.db
    .update(mailOutbox)
    .set(change.set)
    .where(change.where)
    .returning({ id: mailOutbox.id });
  return noted.length > 0;
}

/**
 * Receives a raw message to the bounce address; the caller checked the secret (ADR 0019). Records a failure
 * once. Others are accepted and ignored, so that no server returns or repeats them. Never sends an email.
 */
export async function receiveReport(
  deps: ReportDeps,
  input: { secret: string | null; raw: Uint8Array },
): Promise<Result<ReportOutcome, "not_configured" | "forbidden">> {
  const { logger } = deps;
  const expected = deps.env.MAIL_BOUNCE_SECRET;
  if (expected === undefined) return fail("not_configured");
  if (input.secret === null || !isSame(input.secret, expected)) return fail("forbidden");
  const report = await parseReport(input.raw);
  const verdict = report && assessReport(report.statuses);
  if (!verdict) {
    logger.info({ isReport: report !== null }, "mail: a message came back that reports no trouble");
    return ok("ignored");
  }
  const known = await findMail(deps.db, mailOf(deps, report));
  if (!known) {
    logger.warn({ messageId: report.messageId }, "mail: a report about no mail of the shop");
    return ok("unknown");
  }
  if (!(await note(deps, known, verdict))) return ok("known");
  logger.warn({ mailId: known.id, reported: verdict.kind }, "mail: came back, see the outbox");
  return ok(verdict.kind);
}
