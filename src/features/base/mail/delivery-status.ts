import { MAX_EMAIL_LENGTH } from "#core/email.ts";
import { singleLine } from "./render-email.ts";

/** The fields are those of RFC 3464 for one recipient. */
export type RecipientStatus = {
  action: string;
  /** A code of RFC 3463, such as "5.1.1"; "" when absent. */
  status: string;
  /** Without the protocol's name. */
  diagnostic: string;
  /** The recipient before forwarding. */
  recipient: string;
};

export type ReportVerdict = {
  kind: "bounced" | "given up" | "delayed";
  reason: string;
  recipient: string;
};

const MAX_CHARACTERS = 300;

/** The shop's emails have one recipient. */
const MAX_GROUPS = 50;

type Fields = ReadonlyMap<string, string>;

/** Groups are separated by blank lines; indented lines continue a field. */
function groupsOf(text: string): Fields[] {
  return text
    .replaceAll(/\r\n?/g, "\n")
    .replaceAll(/\n[ \t]+(?=\S)/g, " ")
    .split(/\n[ \t]*\n/)
    .slice(0, MAX_GROUPS)
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

/** Removes a field's type: "rfc822; rosa@example.com". */
const untyped = (field: string | undefined) => (field ?? "").replace(/^[\w.+-]+\s*;\s*/, "");

const CODE = /\b([245])\.(\d{1,3})\.(\d{1,3})\b/;

/** The host's message replaces a general "5.0.0" or a malformed status. */
function statusOf(fields: Fields, diagnostic: string): string {
  const reported = CODE.exec(fields.get("status") ?? "")?.[0] ?? "";
  if (reported !== "" && !/^\d\.0\.0$/.test(reported)) return reported;
  const said = CODE.exec(diagnostic)?.[0] ?? "";
  if (said !== "" && (reported === "" || said[0] === reported[0])) return said;
  const reply = /^([245])\d\d\b/.exec(diagnostic)?.[1];
  return reported || (reply ? `${reply}.0.0` : "");
}

/** Hosts repeat the code before each line. */
const REPEATED_CODE = /(?<=\S) \d{3}[- ]\d\.\d{1,3}\.\d{1,3} /g;

/** Reads a report's machine-readable part; [] for other text. */
export function readDeliveryStatus(text: string): RecipientStatus[] {
  return groupsOf(text).flatMap((fields) => {
    const action = (fields.get("action") ?? "").toLowerCase();
    if (action === "") return [];
    const diagnostic = untyped(fields.get("diagnostic-code"))
      .slice(0, MAX_CHARACTERS)
      .replaceAll(REPEATED_CODE, " ");
    const recipient = untyped(
      fields.get("original-recipient") || fields.get("final-recipient"),
    ).slice(0, MAX_EMAIL_LENGTH);
    return [{ action, diagnostic, recipient, status: statusOf(fields, diagnostic) }];
  });
}

/** The most exact reason is first (RFC 3463, 3.2 to 3.8). */
const reasons: readonly (readonly [RegExp, string])[] = [
  [/\.1\.2$/, "There is no such mail host"],
  [/\.1\.([013469]|10)$/, "There is no such mailbox"],
  [/\.1\.[78]$/, "Its host does not take mails from the shop's address"],
  [/\.2\.2$/, "The mailbox is full"],
  [/\.2\.1$/, "The mailbox is closed"],
  [/\.(2\.3|3\.4)$/, "The mail is too large for its host"],
  [/\.2\.\d+$/, "The mailbox takes no mails"],
  // Exchange sends 5.4.1 for unknown mailboxes.
  [/^(4\.4\.\d+|5\.4\.([02-9]|\d\d+))$/, "Its host could not be reached"],
  [/\.7\.\d+$/, "Its host refuses mails like this one"],
];

const statusText = (status: string) =>
  reasons.find(([code]) => code.test(status))?.[1] ?? "Its host could not deliver it";

function reasonOf({ status, diagnostic }: RecipientStatus): string {
  const said = diagnostic || status;
  return said === "" ? statusText(status) : `${statusText(status)} (${said})`;
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
 * A report's most serious result; further recipients are forwards. Null without trouble ("delivered",
 * "relayed", "expanded").
 */
export function assessReport(statuses: readonly RecipientStatus[]): ReportVerdict | null {
  const verdicts = statuses.flatMap((each) => verdictOf(each) ?? []);
  return verdicts.sort((a, b) => WEIGHT[a.kind] - WEIGHT[b.kind])[0] ?? null;
}
