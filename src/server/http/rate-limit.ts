import { isIPv6 } from "node:net";
import { BurstyRateLimiter, RateLimiterMemory, RateLimiterRes } from "rate-limiter-flexible";

/** Grouped by cost and risk. */
export type RateKind =
  | "auth"
  | "checkout"
  | "message"
  | "inquiry"
  | "write"
  | "upload"
  | "read"
  | "image"
  | "feed";

/** Allows `points` at once; further ones at the rate of `points` in `duration` seconds. */
export type RateLimits = Record<RateKind, { points: number; duration: number }>;

/**
 * Allows for families behind one router and phone networks that share an IP. Sign-in also has limits per account
 * (platform/auth). Cached pages and built assets are not counted.
 */
export const defaultRateLimits: RateLimits = {
  auth: { points: 30, duration: 60 },
  checkout: { points: 120, duration: 120 },
  message: { points: 20, duration: 400 },
  inquiry: { points: 20, duration: 400 },
  write: { points: 300, duration: 60 },
  // Half a megabyte each: ten megabytes a second.
  upload: { points: 600, duration: 30 },
  read: { points: 1_200, duration: 30 },
  image: { points: 3_000, duration: 15 },
  feed: { points: 30, duration: 150 },
};

/** Null for signed payment events, which have no limit. */
export function rateKindOf(method: string, pathname: string): RateKind | null {
  if (pathname === "/payments/events") return null;
  if (method === "GET" || method === "HEAD") {
    if (/^\/(feeds|sitemaps)\//.test(pathname)) return "feed";
    if (pathname.startsWith("/api/auth/")) return "auth";
    return /^\/(images|videos|social)\//.test(pathname) ? "image" : "read";
  }
  if (/^\/admin\/uploads(\/|$)/.test(pathname)) return "upload";
  if (/^\/(login|auth|api\/auth|forgot-password|reset-password)(\/|\.data$|$)/.test(pathname)) {
    return "auth";
  }
  if (/^\/checkout(\.data)?$/.test(pathname)) return "checkout";
  // Guessing an order number and an email equals guessing a password.
  if (/^\/order-lookup(\.data)?$/.test(pathname)) return "auth";
  if (/^\/(contact|new-dawn)(\.data)?$/.test(pathname)) return "message";
  if (/^\/product\/[^/]*\/(inquiry|back-in-stock)(\.data)?$/.test(pathname)) return "inquiry";
  return "write";
}

/** An IPv6 household counts as its /64. */
export function clientKeyOf(clientIp: string): string {
  const plain = clientIp.startsWith("::ffff:") ? clientIp.slice(7) : clientIp;
  if (!isIPv6(plain)) return plain;
  const [head = "", tail = ""] = plain.split("::");
  const left = head === "" ? [] : head.split(":");
  const right = tail === "" ? [] : tail.split(":");
  const zeros = plain.includes("::") ? Math.max(0, 8 - left.length - right.length) : 0;
  const groups = [...left, ...Array<string>(zeros).fill("0"), ...right];
  return groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(":");
}

/** Returns the seconds to wait, or 0. */
export type RateLimiter = { consume(kind: RateKind, client: string): Promise<number> };

/** After a burst a client is slowed down to the steady rate, not shut out until the window ends. */
function createLimiter(keyPrefix: string, { points, duration }: RateLimits[RateKind]) {
  const interval = Math.max(1, Math.round(duration / points));
  const steady = Math.max(1, Math.round((points / duration) * interval));
  return new BurstyRateLimiter(
    new RateLimiterMemory({ keyPrefix: `${keyPrefix}-steady`, points: steady, duration: interval }),
    new RateLimiterMemory({ keyPrefix, points: points - steady, duration }),
  );
}

/** Counts in this process's memory, per client for one window. */
export function createRateLimiter(limits: RateLimits): RateLimiter {
  const limiters = new Map<string, BurstyRateLimiter>();
  for (const [kind, limit] of Object.entries(limits) as [RateKind, RateLimits[RateKind]][]) {
    limiters.set(kind, createLimiter(kind, limit));
  }
  return {
    async consume(kind, client) {
      try {
        await limiters.get(kind)?.consume(client);
        return 0;
      } catch (refusal) {
        if (!(refusal instanceof RateLimiterRes)) throw refusal;
        return Math.max(1, Math.ceil(refusal.msBeforeNext / 1_000));
      }
    },
  };
}
