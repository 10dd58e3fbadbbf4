import { isIPv6 } from "node:net";

/** Kinds of request, by what they cost and what they tempt. */
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

/** A bucket holds `burst` requests and refills by `perSecond`. */
export type RateLimit = { burst: number; perSecond: number };

export type RateLimits = Record<RateKind, RateLimit>;

/**
 * Room for a family behind one router and for a phone network that shows a whole street as one address; a password guesser gets
 * one try in two seconds, a writer of messages or inquiries one in twenty. Pages from the cache and built assets are never counted.
 */
export const defaultRateLimits: RateLimits = {
  auth: { burst: 30, perSecond: 0.5 },
  checkout: { burst: 120, perSecond: 1 },
  message: { burst: 20, perSecond: 0.05 },
  inquiry: { burst: 20, perSecond: 0.05 },
  write: { burst: 300, perSecond: 5 },
  // Pieces of half a megabyte: ten megabytes a second, as much as an owner's line carries.
  upload: { burst: 600, perSecond: 20 },
  read: { burst: 1_200, perSecond: 40 },
  image: { burst: 3_000, perSecond: 200 },
  feed: { burst: 30, perSecond: 0.2 },
};

const MOST_BUCKETS = 50_000;

/** Which limit a request counts against; null when it is not limited here (signed payment events). */
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
  if (/^\/checkout\/create(\.data)?$/.test(pathname)) return "checkout";
  // Guessing an order number and an email together is guessing a password.
  if (/^\/order-lookup(\.data)?$/.test(pathname)) return "auth";
  if (/^\/(contact|new-dawn)(\.data)?$/.test(pathname)) return "message";
  if (/^\/product\/[^/]*\/(inquiry|back-in-stock)(\.data)?$/.test(pathname)) return "inquiry";
  return "write";
}

/** One visitor's address for counting: a whole /64 for IPv6, because one household owns that many. */
export function clientKeyOf(address: string): string {
  const plain = address.startsWith("::ffff:") ? address.slice(7) : address;
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

type Bucket = { tokens: number; atMs: number };

/** Takes one token; the answer is 0 when allowed, else the seconds until the next token. */
export type RateLimiter = { take(kind: RateKind, client: string): number };

/** Token buckets in this process's memory; `nowMs` is any steady clock. */
export function createRateLimiter(
  limits: RateLimits,
  nowMs: () => number = () => performance.now(),
): RateLimiter {
  const buckets = new Map<string, Bucket>();
  return {
    take(kind, client) {
      const { burst, perSecond } = limits[kind];
      const name = `${kind} ${client}`;
      const now = nowMs();
      const bucket = buckets.get(name) ?? { tokens: burst, atMs: now };
      bucket.tokens = Math.min(burst, bucket.tokens + ((now - bucket.atMs) / 1_000) * perSecond);
      bucket.atMs = now;
      // Last used, last forgotten: a bucket untouched for long is full again anyway.
      buckets.delete(name);
      buckets.set(name, bucket);
      if (buckets.size > MOST_BUCKETS) {
        const oldest = buckets.keys().next().value;
        if (oldest !== undefined) buckets.delete(oldest);
      }
      if (bucket.tokens < 1) return Math.max(1, Math.ceil((1 - bucket.tokens) / perSecond));
      bucket.tokens -= 1;
      return 0;
    },
  };
}
