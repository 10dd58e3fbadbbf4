/** The limits count items and garments of unpaid orders; `thirds` of a size are rounded up. */
export type HoldLimit = {
  maxOfOne: number;
  thirds: number;
  maxInAll: number;
  maxGarments: number;
};

/**
 * What one holder has in unpaid orders, of stock (ADR 0029) and of garments to be made (`maxGarments`, ADR 0051). A connection is an
 * IP address or /64, perhaps of a phone network; a network is a block of addresses that one party rents, and that strangers may
 * share; a guest is an email or browser; an account has a confirmed email.
 */
export const HOLD_LIMITS = {
  connection: { maxOfOne: 6, thirds: 1, maxInAll: 24, maxGarments: 6 },
  network: { maxOfOne: 24, thirds: 2, maxInAll: 96, maxGarments: 12 },
  guest: { maxOfOne: 3, thirds: 1, maxInAll: 12, maxGarments: 3 },
  account: { maxOfOne: 20, thirds: 2, maxInAll: 24, maxGarments: 6 },
} as const satisfies Record<string, HoldLimit>;

/** Below this the share is ignored: a normal buyer gets a size's last three. */
export const WITHOUT_SHARE = { ofOne: 3, inAll: 12 };

/** All unpaid strangers together hold at most this part of what is free of a scarce thing, rounded down. */
const STRANGERS_PART = 8;

/** The email under which a guest's orders count: in lower case and without a tag, so that one mailbox is one guest. */
export function emailForLimits(email: string): string {
  const [name = "", domain = ""] = email.trim().toLowerCase().split("@");
  return `${name.split("+", 1)[0]}@${domain}`;
}

/**
 * One scarce thing that an order asks for: minutes of work until a day, millimetres of a cloth, rush in a week. `free` is what paid
 * orders and known customers leave; `heldByStrangers` is part of it. `most`: strangers never hold more, however much is free.
 */
export type ScarceDemand = {
  readonly free: number;
  readonly heldByStrangers: number;
  readonly wanted: number;
  readonly most?: number;
};

/** Garments that one holder has in unpaid orders, and may have. */
export type HolderCount = { readonly held: number; readonly maxGarments: number };

export type HoldRequest = {
  /** Neither the email is confirmed nor an order under it was paid. */
  readonly isStranger: boolean;
  readonly garments: number;
  readonly holders: readonly HolderCount[];
  readonly demands: readonly ScarceDemand[];
};

/** `share_used`: it would be held if other strangers held nothing. */
export type HoldDecision = "held" | "holder_limit" | "too_large" | "share_used";

function shareOf({ free, most = free }: ScarceDemand): number {
  return Math.min(most, Math.floor(Math.max(0, free) / STRANGERS_PART));
}

/**
 * How much unpaid people may hold: whether an unpaid order holds the scarce things that it asks for, all or none. One that does not
 * is accepted all the same and gets them when it is paid (ADR 0051). No holder passes a limit; strangers together pass no share.
 */
export function decideHold({ demands, garments, holders, isStranger }: HoldRequest): HoldDecision {
  if (holders.some(({ held, maxGarments }) => held + garments > maxGarments)) return "holder_limit";
  if (!isStranger) return "held";
  const wanted = demands.filter((demand) => demand.wanted > 0);
  if (wanted.some((demand) => demand.wanted > shareOf(demand))) return "too_large";
  const isUsed = wanted.some((demand) => demand.heldByStrangers + demand.wanted > shareOf(demand));
  return isUsed ? "share_used" : "held";
}
