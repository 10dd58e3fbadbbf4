import { clientKeyOf } from "#core/client-key.ts";
import { isEmail, maskEmail } from "#core/email.ts";

type RefusalDescription = {
  /** What Activity and the email to the owners say. */
  reason: string;
  /** Whether it counts towards a run. A request for a fresh proof is an everyday event. */
  isAttempt: boolean;
};

/** Each way in which the shop refuses to let somebody in, or to do something. No reason repeats what was typed. */
export const REFUSALS = {
  password: { reason: "The password was wrong", isAttempt: true },
  account: { reason: "No account has this name", isAttempt: true },
  limit: { reason: "Too many attempts, so this one was not looked at", isAttempt: true },
  "app-code": {
    reason: "The password was right, the code of the app was wrong or used already",
    isAttempt: true,
  },
  "recovery-code": {
    reason: "The password was right, the recovery code was wrong",
    isAttempt: true,
  },
  "code-limit": {
    reason: "The password was right, but after too many codes this one was not looked at",
    isAttempt: true,
  },
  "code-alone": {
    reason: "A code came without a password, or more than ten minutes after it",
    isAttempt: true,
  },
  passkey: { reason: "The passkey did not fit", isAttempt: true },
  provider: { reason: "Google or Apple was refused as a way into it", isAttempt: true },
  "foreign-site": { reason: "The form was sent by another website", isAttempt: true },
  "proof-password": {
    reason: "The password that should confirm a change was wrong",
    isAttempt: true,
  },
  "proof-code": { reason: "The code that should confirm a change was wrong", isAttempt: true },
  "proof-passkey": {
    reason: "The passkey that should confirm a change did not fit",
    isAttempt: true,
  },
  "proof-limit": {
    reason: "Too many wrong proofs, so this one was not looked at",
    isAttempt: true,
  },
  "not-staff": { reason: "Only staff may come here", isAttempt: true },
  "not-owner": { reason: "Only an owner decides this", isAttempt: true },
  "not-atelier": { reason: "The right to open measurements is missing", isAttempt: true },
  unconfirmed: {
    reason: "Nothing had confirmed in the last ten minutes who it is",
    isAttempt: false,
  },
} as const satisfies Record<string, RefusalDescription>;

export type RefusalKind = keyof typeof REFUSALS;

const kindByReason = new Map(
  Object.entries(REFUSALS).map(([kind, { reason }]) => [reason as string, kind as RefusalKind]),
);

/** Somebody who is signed in was refused something that the account may not do. */
const OF_RIGHTS: readonly RefusalKind[] = ["not-staff", "not-owner", "not-atelier", "unconfirmed"];

export const isOfRight = (kind: RefusalKind): boolean => OF_RIGHTS.includes(kind);

/** Whose account it was about, as Activity says it. */
type AccountKind = "of staff" | "of a customer" | "of nobody";

/** A refusal whose account is known or known to be nobody's. */
export type ResolvedRefusal = {
  kind: RefusalKind;
  /** The account's id, or `NO_ACCOUNT`. */
  subjectId: string;
  name: string;
  account: AccountKind;
  /** The path of the page, without its query. */
  page: string;
  clientIp: string;
  device: string;
  /** How many alike came since the last one was written. */
  attempts: number;
};

/** What Activity stores beside who and when. */
export type RefusalFields = {
  name: string;
  account: AccountKind;
  reason: string;
  page: string;
  clientIp: string;
  device: string;
  attempts: number;
};

export type RecordedRefusal = {
  id: string;
  subjectId: string;
  createdAt: Date;
  fields: RefusalFields;
};

export const NO_ACCOUNT = "sign-in";

const MINUTE_MS = 60_000;

/** Refusals alike within this time are one entry with a count. */
const GROUPED_FOR_MS = 15 * MINUTE_MS;

export const RUN_MS = 60 * MINUTE_MS;

/** The owners read of a run once within this time. */
export const QUIET_MS = 24 * 60 * MINUTE_MS;

/** Refused attempts within an hour that are a run. Phone networks share addresses, so customers mistype beside each other. */
export const ATTEMPTS_OF_RUN = { staffAccount: 10, networkAtStaffDoor: 10, network: 30 };

/**
 * Entries an hour, counted separately for staff (their accounts, the sign-in and the pages of the admin) and for customers,
 * so that a flood at the customers' sign-in hides nothing of the other. What comes afterwards is only counted.
 */
export const MAX_ENTRIES_AN_HOUR = 200;

/** The part of an email that names nobody to somebody who does not know it; other names may be mistyped passwords. */
export function maskedName(name: string): string {
  const submitted = name.trim().toLowerCase();
  if (!isEmail(submitted)) return "an unknown name";
  return maskEmail(submitted);
}

const STAFF_DOOR = /^\/(?:login|admin)(?:\/|$)/;

/** Steps of a sign-in and of a proof that customers take too. */
const SHARED_DOOR = /^\/login\/(?:second-factor|passkey|confirm)$/;

type About = Pick<RefusalFields, "account" | "page">;

/** Whether it happened to staff or at their door; a customer who mistypes her own code did not come there. */
function isAtStaff({ account, page }: About): boolean {
  if (account === "of a customer" && SHARED_DOOR.test(page)) return false;
  return account === "of staff" || STAFF_DOOR.test(page);
}

const isAlike = (refusal: ResolvedRefusal, { fields, subjectId }: RecordedRefusal) =>
  refusal.subjectId === subjectId &&
  refusal.name === fields.name &&
  refusal.page === fields.page &&
  REFUSALS[refusal.kind].reason === fields.reason &&
  clientKeyOf(refusal.clientIp) === clientKeyOf(fields.clientIp);

const fieldsOf = ({ kind, subjectId: _, ...fields }: ResolvedRefusal): RefusalFields => ({
  ...fields,
  reason: REFUSALS[kind].reason,
});

/** The entry that counts what comes after `MAX_ENTRIES_AN_HOUR`. */
function beyondLimit({ account, attempts, page }: ResolvedRefusal): RefusalFields {
  const isStaff = isAtStaff({ account, page });
  return {
    name: "many accounts",
    account: isStaff ? "of staff" : "of a customer",
    reason: `More than ${MAX_ENTRIES_AN_HOUR} entries within an hour, so these are only counted`,
    page: isStaff ? "/login" : "/auth",
    clientIp: "",
    device: "Several devices",
    attempts,
  };
}

export type RefusalEntry =
  | { write: "count"; entryId: string; attempts: number }
  | { write: "entry"; subjectId: string; fields: RefusalFields; isBeyondLimit: boolean };

/**
 * Which entry of Activity a refusal becomes, by the entries of the last hour: a count on one of the last fifteen minutes that is
 * alike, a new one, or a count on the entry of all that is too much.
 */
export function planEntry(
  refusal: ResolvedRefusal,
  recent: readonly RecordedRefusal[],
  now: Date,
): RefusalEntry {
  const isFresh = ({ createdAt }: RecordedRefusal) =>
    now.getTime() - createdAt.getTime() < GROUPED_FOR_MS;
  const counted = (entry: RecordedRefusal): RefusalEntry => ({
    write: "count",
    entryId: entry.id,
    attempts: entry.fields.attempts + refusal.attempts,
  });
  const alike = recent.find((entry) => isFresh(entry) && isAlike(refusal, entry));
  if (alike) return counted(alike);
  const isHere = isAtStaff(refusal);
  const ofThisSide = recent.filter(({ fields }) => isAtStaff(fields) === isHere);
  if (ofThisSide.length < MAX_ENTRIES_AN_HOUR) {
    const { subjectId } = refusal;
    return { write: "entry", subjectId, fields: fieldsOf(refusal), isBeyondLimit: false };
  }
  const fields = beyondLimit(refusal);
  const beyond = ofThisSide.find((entry) => entry.fields.reason === fields.reason);
  if (beyond) return counted(beyond);
  return { write: "entry", subjectId: NO_ACCOUNT, fields, isBeyondLimit: true };
}

export type RefusalRun =
  | { of: "account"; userId: string; name: string }
  | { of: "network"; network: string }
  | { of: "everywhere" };

/** Attempts of a run in all. */
export const countAttempts = (entries: readonly RecordedRefusal[]) =>
  entries.reduce((sum, { fields }) => sum + fields.attempts, 0);

/** The entries of the last hour that count towards a run. */
const attemptEntries = (recent: readonly RecordedRefusal[]): RecordedRefusal[] =>
  recent.filter(({ fields }) => {
    const kind = kindByReason.get(fields.reason);
    return kind === undefined || REFUSALS[kind].isAttempt;
  });

/**
 * The run that a refusal belongs to, by the entries of the last hour with it; null for none. `isKnown` says of which accounts
 * and networks the owners read already: attempts at a known account are no further run of the network that they came from.
 */
export function findRun(
  refusal: ResolvedRefusal,
  recent: readonly RecordedRefusal[],
  isKnown: (run: RefusalRun) => boolean,
): RefusalRun | null {
  const attempts = attemptEntries(recent);
  const { account, clientIp, name, subjectId } = refusal;
  const ofAccount: RefusalRun = { of: "account", userId: subjectId, name };
  if (account === "of staff" && !isKnown(ofAccount)) {
    const own = attempts.filter((entry) => entry.subjectId === subjectId);
    if (countAttempts(own) >= ATTEMPTS_OF_RUN.staffAccount) return ofAccount;
  }
  const network = clientKeyOf(clientIp);
  const ofNetwork: RefusalRun = { of: "network", network };
  if (network === "" || isKnown(ofNetwork)) return null;
  const fromThere = attempts.filter(
    ({ fields, subjectId: userId }) =>
      clientKeyOf(fields.clientIp) === network &&
      !isKnown({ of: "account", userId, name: fields.name }),
  );
  const atStaff = fromThere.filter(({ fields }) => isAtStaff(fields));
  const isRun =
    countAttempts(atStaff) >= ATTEMPTS_OF_RUN.networkAtStaffDoor ||
    countAttempts(fromThere) >= ATTEMPTS_OF_RUN.network;
  return isRun ? ofNetwork : null;
}

/** The entries that a run consists of. */
export function entriesOfRun(
  run: RefusalRun,
  recent: readonly RecordedRefusal[],
): RecordedRefusal[] {
  const attempts = attemptEntries(recent);
  switch (run.of) {
    case "account":
      return attempts.filter(({ subjectId }) => subjectId === run.userId);
    case "network":
      return attempts.filter(({ fields }) => clientKeyOf(fields.clientIp) === run.network);
    case "everywhere":
      return attempts;
  }
}

const MAX_LINES = 8;
const MAX_NETWORKS = 3;

/** Who was tried how often, from where and why it was refused; the most frequent first, at most eight lines. */
export function describeRun(entries: readonly RecordedRefusal[]): string[] {
  const groups = [
    ...Map.groupBy(entries, ({ fields }) => `${fields.name}\n${fields.reason}`).values(),
  ].sort((left, right) => countAttempts(right) - countAttempts(left));
  const lines = groups.slice(0, MAX_LINES).map((group) => {
    const [{ fields } = { fields: null }] = group;
    const networks = [...new Set(group.map((entry) => clientKeyOf(entry.fields.clientIp)))].filter(
      Boolean,
    );
    const more = networks.length - MAX_NETWORKS;
    const from = [
      networks.slice(0, MAX_NETWORKS).join(", "),
      ...(more > 0 ? [`and ${more} more`] : []),
    ].join(" ");
    const attempts = countAttempts(group);
    return `${fields?.name}, ${attempts} ${attempts === 1 ? "attempt" : "attempts"}${from && `, from ${from}`}. ${fields?.reason}.`;
  });
  const rest = groups.length - lines.length;
  return rest > 0 ? [...lines, `And ${rest} more, which Activity lists.`] : lines;
}

/** Whether somebody knew the password of the account, because codes were tried after it. */
export const isPasswordKnown = (entries: readonly RecordedRefusal[]): boolean =>
  entries.some(({ fields }) => {
    const kind = kindByReason.get(fields.reason);
    return kind === "app-code" || kind === "recovery-code" || kind === "code-limit";
  });
