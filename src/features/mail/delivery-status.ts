import { MAX_EMAIL_LENGTH } from "#core/email.ts";
import { singleLine } from "./render-email.ts";

/** What a report says became of a mail to one address (RFC 3464, per-recipient fields). */
export type RecipientStatus = {
  action: string;
  /** The enhanced status code (RFC 3463), "5.1.1"; "" when the report gives none. */
  status: string;
  /** What the host that refused it said, without the name of its protocol. */
  diagnostic: string;
  /** The address the mail was sent to, before anybody forwarded it. */
  recipient: string;
};

/** What a report means for its mail: refused for good, given up after days of trying, or late; with the reason in words, and for which address. */
export type ReportVerdict = {
  kind: "bounced" | "given up" | "delayed";
  reason: string;
  recipient: string;
};

/** Hosts write stories; the owner needs the beginning. */
const MOST_CHARACTERS = 300;

/** A report is about the one reader of a mail; lists of thousands are not ours. */
const MOST_GROUPS = 50;

type Fields = ReadonlyMap<string, string>;

/** Groups of fields with blank lines between them; a line that begins with a space goes on with the field before it. */
function groupsOf(text: string): Fields[] {
  return text
    .replaceAll(/\r\n?/g, "\n")
    .replaceAll(/\n[ \t]+(?=\S)/g, " ")
    .split(/\n[ \t]*\n/)
    .slice(0, MOST_GROUPS)
    .map((group) => {
      const fields = new Map<string, string>();
      for (const line of group.split("\n")) {
        const colon = line.indexOf(":");
        const name = line.slice(0, Math.max(0, colon)).trim().toLowerCase();
        if (name && !fields.has(name)) fields.set(name, singleLine(line.slice(colon + 1)));
      }
      return fields;
    });
}

/** A field without its leading type: "rfc822; rosa@example.com", "smtp; 550 5.1.1 no such user". */
const untyped = (field: string | undefined) => (field ?? "").replace(/^[\w.+-]+\s*;\s*/, "");

const CODE = /\b([245])\.(\d{1,3})\.(\d{1,3})\b/;

/**
 * The code of a recipient. What the host itself said is more exact where the report only says that it failed ("5.0.0"), and all there is
 * where the report's own field is missing or malformed.
 */
function statusOf(fields: Fields, diagnostic: string): string {
  const told = CODE.exec(fields.get("status") ?? "")?.[0] ?? "";
  if (told !== "" && !/^\d\.0\.0$/.test(told)) return told;
  const said = CODE.exec(diagnostic)?.[0] ?? "";
  if (said !== "" && (told === "" || said[0] === told[0])) return said;
  const reply = /^([245])\d\d\b/.exec(diagnostic)?.[1];
  return told || (reply ? `${reply}.0.0` : "");
}

/** A host that answers in several lines repeats its code before each. */
const REPEATED_CODE = /(?<=\S) \d{3}[- ]\d\.\d{1,3}\.\d{1,3} /g;

/** Reads the part of a report that programs read; text that is none gives an empty list, whatever stands in it. */
export function readDeliveryStatus(text: string): RecipientStatus[] {
  return groupsOf(text).flatMap((fields) => {
    const action = (fields.get("action") ?? "").toLowerCase();
    if (action === "") return [];
    const diagnostic = untyped(fields.get("diagnostic-code"))
      .slice(0, MOST_CHARACTERS)
      .replaceAll(REPEATED_CODE, " ");
    const recipient = untyped(
      fields.get("original-recipient") || fields.get("final-recipient"),
    ).slice(0, MAX_EMAIL_LENGTH);
    return [{ action, diagnostic, recipient, status: statusOf(fields, diagnostic) }];
  });
}

/** Why, for somebody who is no technician; the most exact first (RFC 3463, 3.2 to 3.8). */
const reasons: readonly (readonly [RegExp, string])[] = [
  [/\.1\.2$/, "There is no such mail host"],
  [/\.1\.([013469]|10)$/, "There is no such mailbox"],
  [/\.1\.[78]$/, "Its host does not take mails from the shop's address"],
  [/\.2\.2$/, "The mailbox is full"],
  [/\.2\.1$/, "The mailbox is closed"],
  [/\.(2\.3|3\.4)$/, "The mail is too large for its host"],
  [/\.2\.\d+$/, "The mailbox takes no mails"],
  // Exchange answers 5.4.1 for mailboxes it does not know: no word about a host that was reached.
  [/^(4\.4\.\d+|5\.4\.([02-9]|\d\d+))$/, "Its host could not be reached"],
  [/\.7\.\d+$/, "Its host refuses mails like this one"],
];

const inWords = (status: string) =>
  reasons.find(([code]) => code.test(status))?.[1] ?? "Its host could not deliver it";

function reasonOf({ status, diagnostic }: RecipientStatus): string {
  const said = diagnostic || status;
  return said === "" ? inWords(status) : `${inWords(status)} (${said})`;
}

const later = "Its host could not take it yet and is still being tried";

function verdictOf(of: RecipientStatus): ReportVerdict | null {
  const { recipient } = of;
  if (of.action === "delayed") {
    const reason = of.diagnostic ? `${later} (${of.diagnostic})` : later;
    return { kind: "delayed", reason, recipient };
  }
  if (of.action !== "failed" || of.status.startsWith("2")) return null;
  const kind = of.status.startsWith("4") ? "given up" : "bounced";
  return { kind, reason: reasonOf(of), recipient };
}

const WEIGHT = { bounced: 0, "given up": 1, delayed: 2 } as const;

/**
 * What the whole report means: the worst that it says of any address, since a mail of the shop has one reader and more addresses are where
 * that one forwards to. Null when it tells of no trouble ("delivered", "relayed", "expanded").
 */
export function assessReport(statuses: readonly RecipientStatus[]): ReportVerdict | null {
  const verdicts = statuses.flatMap((each) => verdictOf(each) ?? []);
  return verdicts.sort((a, b) => WEIGHT[a.kind] - WEIGHT[b.kind])[0] ?? null;
}
