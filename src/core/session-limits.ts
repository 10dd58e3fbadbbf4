/** Seconds of each duration that a session can have, by the words that pages and settings show. */
const DURATIONS = {
  "30 minutes": 30 * 60,
  "1 hour": 60 * 60,
  "2 hours": 2 * 60 * 60,
  "4 hours": 4 * 60 * 60,
  "8 hours": 8 * 60 * 60,
  "12 hours": 12 * 60 * 60,
  "24 hours": 24 * 60 * 60,
  "7 days": 7 * 24 * 60 * 60,
  "14 days": 14 * 24 * 60 * 60,
  "30 days": 30 * 24 * 60 * 60,
  "90 days": 90 * 24 * 60 * 60,
} as const;

export type SessionDuration = keyof typeof DURATIONS;

export const secondsOf = (duration: SessionDuration): number => DURATIONS[duration];

/**
 * The longest life of a session, counted from the sign-in, used or not (OWASP ASVS 5.0, 7.3.2). Staff: specification 9.
 * Customers: longer than a made-to-measure order takes, from the first measurement to the fitting.
 */
export const SESSION_LIFE = {
  customer: "90 days",
  admin: "24 hours",
} as const satisfies Record<string, SessionDuration>;

/** Whose session it is. `atelier` is staff who may open measurements and do not own the shop. */
export type SessionHolder = "customer" | "atelier" | "admin";

type IdleLimit = {
  /** The name of its field in the settings section "security". */
  setting: string;
  label: string;
  /** What the owner can choose, the shortest first. */
  choices: readonly [SessionDuration, ...SessionDuration[]];
  default: SessionDuration;
  /** Why it is as long as it is, shown beside the field (OWASP ASVS 5.0, 7.3.1). */
  reason: string;
};

/**
 * How long a session stays open while nobody uses it. Settings, their form, the server's check and the texts of the pages
 * derive from this table.
 */
export const IDLE_LIMITS = {
  customer: {
    setting: "customerIdle",
    label: "Sign customers out when their browser was not used for",
    choices: ["24 hours", "7 days", "14 days", "30 days"],
    default: "30 days",
    reason:
      "Long, because an order takes weeks and most customers come back on their own phone to see how it goes.",
  },
  atelier: {
    setting: "atelierIdle",
    label: "Sign the atelier out when its browser was not used for",
    choices: ["1 hour", "2 hours", "4 hours", "8 hours", "12 hours"],
    default: "12 hours",
    reason:
      "For staff who may open measurements. A working day, because a tablet at the cutting table lies still for hours, with the tailor beside it, in a room that strangers do not enter.",
  },
  admin: {
    setting: "adminIdle",
    label: "Sign owners and other admins out when their browser was not used for",
    choices: ["30 minutes", "1 hour", "2 hours", "4 hours", "8 hours"],
    default: "2 hours",
    reason:
      "Short, because they refund money and decide about people, often on a laptop that travels: one that is left open in an airport closes by itself.",
  },
} as const satisfies Record<SessionHolder, IdleLimit>;

/** No session ends earlier for want of use, whoever holds it and whatever the owner chose. */
export const SHORTEST_IDLE_S = Math.min(
  ...Object.values(IDLE_LIMITS).map(({ choices }) => secondsOf(choices[0])),
);

/** Whose session an account's is. Owners count as admins, also when they open measurements. */
export function sessionHolder(account: {
  role: "customer" | "admin";
  isAtelier: boolean;
  isOwner: boolean;
}): SessionHolder {
  if (account.role === "customer") return "customer";
  return account.isAtelier && !account.isOwner ? "atelier" : "admin";
}

/** Why a session ended by itself: it was `unused` for so long, or its life was `over`. */
export type SessionEnd = { why: "unused" | "over"; after: SessionDuration };

/** The sentence for the sign-in page that follows. */
export function sessionEndMessage({ after, why }: SessionEnd): string {
  return why === "unused"
    ? `You were signed out because this browser was not used for ${after}.`
    : `You were signed out because ${after} have passed since you signed in.`;
}

/** The end as a value of a URL, such as "unused-7200". */
export const sessionEndCode = ({ after, why }: SessionEnd): string => `${why}-${secondsOf(after)}`;

/** Reads a URL's value; null for any other text. */
export function readSessionEnd(code: string | null): SessionEnd | null {
  const [why, seconds] = code?.split("-") ?? [];
  const after = (Object.keys(DURATIONS) as SessionDuration[]).find(
    (duration) => String(secondsOf(duration)) === seconds,
  );
  return after !== undefined && (why === "unused" || why === "over") ? { why, after } : null;
}

/** One sentence for the pages that list an account's sessions. */
export const sessionLimitsMessage = (
  role: keyof typeof SESSION_LIFE,
  idle: SessionDuration,
): string =>
  `A session ends ${SESSION_LIFE[role]} after the sign-in, and earlier when it was not used for ${idle}.`;

/** One sentence for the page on which a session begins. */
export const sessionLifeMessage = (role: keyof typeof SESSION_LIFE): string =>
  `Sessions last ${SESSION_LIFE[role]}.`;
