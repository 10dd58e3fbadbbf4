import { formatNumber } from "#core/format-number.ts";
import { formatMoment } from "#core/georgetown-time.ts";
import type { UnheldOrders } from "#features/garments/scheduling/atelier-queries.server.ts";

export const HEALTH_PROBLEMS = [
  "mail-server",
  "file-storage",
  "waiting-mail",
  "webhooks",
  "jobs",
  "disk",
  "backups",
  "files",
  "contracts",
  "unpaid-orders",
  "keys",
] as const;

type HealthProblem = (typeof HEALTH_PROBLEMS)[number];

/** What the owner reads about a problem. */
export type HealthReport = { problem: HealthProblem; title: string; text: string };

type Failure = { source: string; count: number; since: Date; reason: string };

export type HealthFacts = {
  now: Date;
  failures: readonly Failure[];
  /** The free space of DATA_DIR's disk; null when unused. */
  freeBytes: number | null;
  /** Null without scheduled backups. */
  backups: {
    everyHours: number;
    lastGoodAt: Date | null;
    failure: { at: Date; reason: string } | null;
  } | null;
  /** Unpaid orders of strangers that hold no time of the makers. */
  unheld: UnheldOrders;
  /** The last backup, scheduled or not, when it lacks files. */
  incompleteBackup: { at: Date; file: string; lostFiles: readonly string[] } | null;
  /** Null before the first check. */
  files: {
    checkedAt: Date;
    missing: { count: number; keys: readonly string[] };
    orphans: { count: number; bytes: number };
  } | null;
  /** Measured values that no key of the shop opens; null before that was counted. */
  unreadable: number | null;
};

/** A full disk stops orders; this leaves days. */
const MIN_FREE_BYTES = 1_000_000_000;

/** One may be a stranger's. Failed deliveries are repeated for days. */
const MAX_WEBHOOK_FAILURES = 3;

/** Scheduled jobs repeat within an hour; given-up jobs count at once. */
const MAX_JOB_FAILURES = 3;

const HOUR_MS = 60 * 60 * 1000;

function webhookReport(failures: readonly Failure[]): HealthReport | null {
  const refused = failures.find(({ source }) => source === "webhook:signature");
  const broken = failures.find(({ source }) => source === "webhook:processing");
  if (broken && broken.count >= MAX_WEBHOOK_FAILURES) {
    return {
      problem: "webhooks",
      title: "Payment messages cannot be processed",
      text: `${broken.count} messages of the payment provider have failed since ${formatMoment(broken.since)}: ${broken.reason}. The provider repeats them, and the shop asks about open payments itself.`,
    };
  }
  if (!refused || refused.count < MAX_WEBHOOK_FAILURES) return null;
  return {
    problem: "webhooks",
    title: "Payment messages are refused",
    text: `${refused.count} messages with a wrong signature have come since ${formatMoment(refused.since)}, and none with a right one. Compare the signing secret of the webhook in Stripe with the shop's.`,
  };
}

function jobsReport(failures: readonly Failure[]): HealthReport | null {
  const jobs = failures.filter(({ source, count }) => {
    // Backups have a report of their own.
    if (source === "job:back-up") return false;
    return (
      source.startsWith("given-up:") || (source.startsWith("job:") && count >= MAX_JOB_FAILURES)
    );
  });
  if (jobs.length === 0) return null;
  const lines = jobs.map(
    ({ source, count, reason }) =>
      `${source.slice(source.indexOf(":") + 1)} (${count} ${count === 1 ? "time" : "times"}: ${reason})`,
  );
  return {
    problem: "jobs",
    title: "Background work fails",
    text: `These jobs have failed and were given up: ${lines.join("; ")}. The log of the shop has the details.`,
  };
}

function contractsReport(failures: readonly Failure[]): HealthReport | null {
  const altered = failures.find(({ source }) => source === "contracts:altered");
  if (!altered) return null;
  return {
    problem: "contracts",
    title: "Contracts were altered in the database",
    text: `${altered.reason}. Their measurements are not shown. Nothing of the shop can do this: look at who had access to the database, and restore the contracts from a backup.`,
  };
}

const MAX_NAMED = 10;

/** What is left to do about photos of garments that are gone for good. */
const ACCEPT_LOST =
  "Photos of garments that no backup has are accepted as lost with npm run files:check -- --accept-lost; their pages say so then.";

/** The first keys of missing files by name, the others counted. */
export function describeKeys(keys: readonly string[], count = keys.length): string {
  const named = keys.slice(0, MAX_NAMED);
  const more = count - named.length;
  return more > 0 ? `${named.join(", ")} and ${formatNumber(more)} more` : named.join(", ");
}

function incompleteReport(
  { at, file, lostFiles }: NonNullable<HealthFacts["incompleteBackup"]>,
  last: string,
): HealthReport {
  const subject = lostFiles.length === 1 ? "one file" : `${formatNumber(lostFiles.length)} files`;
  return {
    problem: "backups",
    title: "The backup is not whole",
    text: `The backup of ${formatMoment(at)} (${file}) lacks ${subject} that the shop names and could not find in its storage: ${describeKeys(lostFiles)}. Everything else is in it. ${last}Take the missing files from an earlier backup, and keep that backup until a new one is whole. ${ACCEPT_LOST}`,
  };
}

function backupsReport({ backups, incompleteBackup, now }: HealthFacts): HealthReport | null {
  if (!backups) return incompleteBackup && incompleteReport(incompleteBackup, "");
  const { everyHours, failure, lastGoodAt } = backups;
  const last = lastGoodAt
    ? `The last good one is of ${formatMoment(lastGoodAt)}.`
    : "There is no good one yet.";
  if (failure) {
    return {
      problem: "backups",
      title: "The backup has failed",
      text: `${failure.reason} (${formatMoment(failure.at)}). ${last} The shop tries again every hour.`,
    };
  }
  if (incompleteBackup) return incompleteReport(incompleteBackup, `${last} `);
  if (!lastGoodAt || now.getTime() - lastGoodAt.getTime() <= 2 * everyHours * HOUR_MS) return null;
  return {
    problem: "backups",
    title: "The backup is overdue",
    text: `A backup is due every ${everyHours} hours. ${last}`,
  };
}

function filesReport({ files }: HealthFacts): HealthReport | null {
  if (!files || files.missing.count === 0) return null;
  const { missing, orphans } = files;
  const subject = missing.count === 1 ? "One file" : `${formatNumber(missing.count)} files`;
  const others =
    orphans.count === 0
      ? ""
      : ` Beside them ${orphans.count} stored files belong to nothing (${Math.ceil(orphans.bytes / 1_000_000)} MB): npm run files:check -- --remove-orphans removes them.`;
  return {
    problem: "files",
    title: "Stored files are missing",
    text: `${subject} that the shop names could not be found in the storage on ${formatMoment(files.checkedAt)}: ${describeKeys(missing.keys, missing.count)}. Upload images of the library again, or take the files from a backup. ${ACCEPT_LOST}${others}`,
  };
}

/** So many strangers who are about to pay at once are no coincidence, also where each order alone is too large to be held. */
const MAX_UNHELD_ORDERS = 5;

function unpaidOrdersReport({ unheld }: HealthFacts): HealthReport | null {
  const { inAll, shareUsed } = unheld;
  if (shareUsed === 0 && inAll < MAX_UNHELD_ORDERS) return null;
  const waiting =
    inAll === 1
      ? "1 unpaid order of a stranger waits"
      : `${formatNumber(inAll)} unpaid orders of strangers wait`;
  return {
    problem: "unpaid-orders",
    title: "Unpaid orders use up what strangers may hold",
    text: `${waiting} without makers' time, cloth or rush. They get them when they are paid, and move nobody's day before. Known customers and paid orders are served as usual: you need not do anything. Many such orders at once may be an attack; each ends by itself when it is not paid in time.`,
  };
}

function keysReport({ unreadable }: HealthFacts): HealthReport | null {
  if (!unreadable) return null;
  const values =
    unreadable === 1 ? "1 measured value" : `${formatNumber(unreadable)} measured values`;
  return {
    problem: "keys",
    title: "The key of some measurements is missing",
    text: `${values} of customers, contracts or patterns cannot be read, because they are sealed with a key that is not on this server. Nothing is lost: they open when the key is back. Set MEASUREMENT_KEY_OLD on the server to it and restart the shop. The key is in the copy of measurement-key.json, or in a backup with a passphrase.`,
  };
}

/** Unusable servers. Not emailed: the email would wait for one. */
export function serverReports(
  problems: readonly { server: "mail" | "files"; reason: string; since: Date }[],
): HealthReport[] {
  return problems.map(({ reason, server, since }) => {
    const text = `${reason.replace(/\.$/, "")}. This has been so since ${formatMoment(since)}; the shop checks it every five minutes.`;
    return server === "mail"
      ? {
          problem: "mail-server",
          title: "Email cannot be sent",
          text: `${text} Emails wait in the outbox and go out when the mail server accepts them.`,
        }
      : { problem: "file-storage", title: "The file storage cannot be used", text };
  });
}

export type WaitingMail = {
  count: number;
  since: Date;
  attempts: number;
  isBeingSent: boolean;
  lastError: string | null;
};

/** Overdue emails, with the oldest's reason. */
export function waitingMailReport(waiting: WaitingMail): HealthReport {
  const { attempts, count, isBeingSent, lastError, since } = waiting;
  const reason =
    lastError ??
    (isBeingSent
      ? "The mail server has the oldest and has not confirmed it"
      : attempts === 0
        ? "The oldest has not been tried: background work may not be running"
        : "The process that sent the oldest has ended; another one takes over");
  return {
    problem: "waiting-mail",
    title: count === 1 ? "1 email waits" : `${formatNumber(count)} emails wait`,
    text: `The oldest since ${formatMoment(since)}. ${reason.replace(/\.$/, "")}.`,
  };
}

/** Current problems in the order of HEALTH_PROBLEMS. */
export function assessHealth(facts: HealthFacts): HealthReport[] {
  const { failures, freeBytes } = facts;
  const disk: HealthReport | null =
    freeBytes === null || freeBytes >= MIN_FREE_BYTES
      ? null
      : {
          problem: "disk",
          title: "The disk is almost full",
          text: `${Math.floor(freeBytes / 1_000_000)} MB are free. When nothing is left, the shop accepts no orders. Free some space or enlarge the disk.`,
        };
  return [
    webhookReport(failures),
    jobsReport(failures),
    disk,
    backupsReport(facts),
    filesReport(facts),
    contractsReport(failures),
    unpaidOrdersReport(facts),
    keysReport(facts),
  ].filter((report) => report !== null);
}
