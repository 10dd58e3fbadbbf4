/** What may be stored in a day: of one network (an IPv4 address or a /64), of the block of addresses around it, and of all visitors. */
export type DailyLimit = {
  readonly ofNetwork: number;
  readonly ofBlock: number;
  readonly inAll: number;
};

type VisitorLimit = {
  /** The tables whose rows count. What hangs on such a row, as an order's lines do, is stored and deleted with it. */
  readonly tables: readonly string[];
  readonly aDay: DailyLimit;
};

/**
 * Everything that somebody without a confirmed account can have the shop store, and how much of it in a day. Each is enforced by the use case
 * that stores it (`countVisitorEntry`), beside the limits for one email and for the minute. A test fails for a table of the
 * schema that is neither here nor known to be somebody's own. Phone companies put many shoppers behind one address, so its limits are
 * far above what a person needs.
 */
export const VISITOR_LIMITS = {
  specification: {
    tables: ["fit_specifications"],
    aDay: { ofNetwork: 200, ofBlock: 600, inAll: 5_000 },
  },
  message: {
    tables: ["contact_messages"],
    aDay: { ofNetwork: 40, ofBlock: 100, inAll: 1_000 },
  },
  inquiry: {
    tables: ["guyana_sales_inquiries"],
    aDay: { ofNetwork: 40, ofBlock: 100, inAll: 1_000 },
  },
  account: {
    tables: ["profiles", "auth_accounts"],
    aDay: { ofNetwork: 40, ofBlock: 120, inAll: 2_000 },
  },
  /** Of garments made to measure, whose measurements are stored with it. Stock bounds the others (ADR 0029). */
  "unpaid order": {
    tables: ["atelier_holds", "cloth_commitments", "contracts"],
    aDay: { ofNetwork: 60, ofBlock: 200, inAll: 2_000 },
  },
  "restock alert": {
    tables: ["back_in_stock_requests"],
    aDay: { ofNetwork: 100, ofBlock: 300, inAll: 5_000 },
  },
} as const satisfies Record<string, VisitorLimit>;

export type VisitorEntryKind = keyof typeof VISITOR_LIMITS;

/**
 * Specifications that stay. A browser and an account give up their own oldest beyond their number, never one of a cart of the account, of
 * an inquiry or of an order that waits for its payment; a cart has at most 100 lines. Guests together give up the oldest of whichever
 * block of addresses stores the most.
 */
export const STORED_SPECIFICATIONS = {
  ofBrowser: 200,
  ofAccount: 300,
  ofGuests: 20_000,
  /** A guest's cart is in a browser, so its specification stays as long as a cart is likely to be used. */
  days: 180,
} as const;

/** Entries of one kind within a day, and from how many blocks of addresses. */
export type EntryCounts = {
  readonly ofNetwork: number;
  readonly ofBlock: number;
  readonly inAll: number;
  readonly blocks: number;
};

/** However many others store, a block of addresses may store this many. */
const ALWAYS_OF_BLOCK = 3;

/**
 * Whether one more may be stored. Once the limit of all visitors is reached, a block of addresses with less than an equal share of it still may,
 * so that those who used it up silence themselves and nobody else; never more than twice the limit is stored in a day.
 */
export function mayStore(limit: DailyLimit, counts: EntryCounts): boolean {
  const { blocks, inAll, ofNetwork, ofBlock } = counts;
  if (ofNetwork >= limit.ofNetwork || ofBlock >= limit.ofBlock) return false;
  if (inAll < limit.inAll) return true;
  const share = Math.max(ALWAYS_OF_BLOCK, Math.floor(limit.inAll / Math.max(1, blocks)));
  return ofBlock < share && inAll < 2 * limit.inAll;
}
