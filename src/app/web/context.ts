import { createContext } from "react-router";
import type { Database } from "#db/client.server.ts";
import type { CacheInvalidation } from "#db/content-version.server.ts";
import type { Actor, OpenSession } from "#features/base/identity/actor.ts";
import type { SiteFacts } from "#features/catalog/site-shell/site-shell.ts";
import type { PatternPool } from "#features/patterns/drafting/pattern-pool.server.ts";
import type { Auth } from "#platform/auth.server.ts";
import type { Clock } from "#platform/clock.server.ts";
import type { Env } from "#platform/env.server.ts";
import type { ShopFiles } from "#platform/file-store.server.ts";
import type { ImageSource } from "#platform/image-source.server.ts";
import type { JobQueue } from "#platform/job-queue.server.ts";
import type { Logger } from "#platform/logger.server.ts";
import type { Payments } from "#platform/payments.server.ts";
import type { ResumableUploads } from "#platform/resumable-uploads.server.ts";
import type { SecretBox } from "#platform/secrets.server.ts";
import type { StripeAccount } from "#platform/stripe-account.server.ts";

/** src/server/main.ts builds it once. */
export type AppDeps = {
  env: Env;
  db: Database;
  /** Caches by content version. */
  siteFacts: () => Promise<SiteFacts>;
  content: CacheInvalidation;
  auth: Auth;
  /** Includes earlier providers. */
  payments: Payments;
  /** Fetches images on other hosts that an imported file names. */
  imageSource: ImageSource;
  /** Encrypts the secrets that the owner enters. */
  secretBox: SecretBox;
  /** Encrypts body measurements. */
  measurementBox: SecretBox;
  /** Drafts patterns in processes of their own. */
  patterns: PatternPool;
  stripe: StripeAccount;
  files: ShopFiles;
  /** Ids of deleted media whose files may still be stored; as fresh as a cached page. */
  deletedMedia: () => Promise<ReadonlySet<string>>;
  uploads: ResumableUploads;
  jobs: JobQueue;
  clock: Clock;
  logger: Logger;
  /** Has no trailing slash. */
  publicUrl: string;
};

export const depsContext = createContext<AppDeps>();

/** Middleware sets it. */
export const actorContext = createContext<Actor>();

/** Null for visitors. */
export const sessionContext = createContext<OpenSession | null>(null);

/** Links the log lines of one request. */
export const requestIdContext = createContext<string>();
