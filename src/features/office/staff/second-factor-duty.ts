import { DAY_MS } from "#core/duration.ts";

/** How long a second factor may be put off, from the first time that the shop asks for one. */
export const PUT_OFF_DAYS = 14;

/** With so many days left the notice stands on every page of the admin, so that nobody is surprised who comes in elsewhere. */
export const URGENT_DAYS = 7;

/** "Not now" is an answer for one day, the longest life of an admin's session. */
const QUIET_MS = DAY_MS;

/** What an account may do, as far as it decides about second factors. */
type Rights = { role: "customer" | "admin"; isAtelier: boolean };

/**
 * Whether an account may read measurements or move money: staff with the permission to open measurements, and every admin,
 * because each may refund payments (OWASP ASVS 5.0, 6.3.3). A role that may do neither is an exception to add here.
 */
export const handlesMeasurementsOrMoney = ({ isAtelier, role }: Rights): boolean =>
  isAtelier || role === "admin";

/**
 * What the shop wants of an account: `none`; `offered`, a suggestion that one press ends; `requested`, a second factor that may be
 * put off until a day; `required`, before anything else.
 */
export type SecondFactorDuty =
  | { kind: "none" }
  | { kind: "offered" }
  | { kind: "requested"; until: Date; daysLeft: number; isQuiet: boolean }
  | { kind: "required" };

/** The owner's settings, what the account has and may do, and what it was asked and answered. */
export type DutyFacts = Rights & {
  hasFactor: boolean;
  requestSecondFactor: boolean;
  requireSecondFactor: boolean;
  /** When the shop first asked; null before that. */
  requestedAt: Date | null;
  /** When its holder last pressed "Not now". */
  dismissedAt: Date | null;
};

/** Decides what the shop wants of an account now. `daysLeft` counts begun days, 14 on the first and 1 on the last. */
export function decideSecondFactorDuty(facts: DutyFacts, now: Date): SecondFactorDuty {
  const { requestSecondFactor, requestedAt, dismissedAt, hasFactor, requireSecondFactor } = facts;
  if (hasFactor || !handlesMeasurementsOrMoney(facts)) return { kind: "none" };
  if (requireSecondFactor) return { kind: "required" };
  if (!requestSecondFactor) return { kind: dismissedAt === null ? "offered" : "none" };
  const until = new Date((requestedAt ?? now).getTime() + PUT_OFF_DAYS * DAY_MS);
  const leftMs = until.getTime() - now.getTime();
  if (leftMs <= 0) return { kind: "required" };
  const daysLeft = Math.ceil(leftMs / DAY_MS);
  const wasJustDismissed = dismissedAt !== null && now.getTime() - dismissedAt.getTime() < QUIET_MS;
  return { kind: "requested", until, daysLeft, isQuiet: wasJustDismissed && daysLeft > 1 };
}
