import type { Database } from "#db/client.server.ts";
import type { CacheInvalidation } from "#db/content-version.server.ts";
import type { Clock } from "#platform/clock.server.ts";
import type { JobQueue } from "#platform/job-queue.server.ts";
import type { Logger } from "#platform/logger.server.ts";
import type { Payments } from "#platform/payments.server.ts";

/** What the use cases of checkout work with. */
export type CheckoutDeps = {
  db: Database;
  content: CacheInvalidation;
  payments: Payments;
  jobs: JobQueue;
  clock: Clock;
  logger: Logger;
  /** The shop's address without a trailing slash. */
  publicUrl: string;
};

/** How long pieces are held for an open payment session, and how long the session lives (30 minutes is Stripe's shortest). */
export const RESERVATION_MS = 30 * 60 * 1000;

/** A hold that is older than this before its page opened is made anew: no session is shorter than the hold. */
export const OPENING_MS = 30 * 1000;
