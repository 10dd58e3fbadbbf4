import { createContext } from "react-router";
import type { Database } from "#db/client.server.ts";
import type { CacheInvalidation } from "#db/content-version.server.ts";
import type { Actor, OpenSession } from "#features/identity/actor.ts";
import type { SiteFacts } from "#features/settings/site-shell.ts";
import type { Auth } from "#platform/auth.server.ts";
import type { Clock } from "#platform/clock.server.ts";
import type { Env } from "#platform/env.server.ts";
import type { LargeFileStore } from "#platform/file-store.server.ts";
import type { ImageSource } from "#platform/image-source.server.ts";
import type { JobQueue } from "#platform/job-queue.server.ts";
import type { Logger } from "#platform/logger.server.ts";
import type { Payments } from "#platform/payments.server.ts";
import type { ResumableUploads } from "#platform/resumable-uploads.server.ts";
import type { SecretBox } from "#platform/secrets.server.ts";
import type { StripeAccount } from "#platform/stripe-account.server.ts";

/** Everything a route may hand to a use case; built once by src/server/main.ts. */
export type AppDeps = {
  env: Env;
  db: Database;
  /** What every page shows and tells of the shop; read again only when the content has changed. */
  siteFacts: () => Promise<SiteFacts>;
  content: CacheInvalidation;
  auth: Auth;
  /** Whoever takes payments now, and whoever took the earlier ones. */
  payments: Payments;
  /** Pictures that an imported file names on other hosts. */
  pictures: ImageSource;
  /** Keeps the secrets that the owner enters. */
  secretBox: SecretBox;
  /** Asked whether the owner's payment keys work. */
  stripe: StripeAccount;
  files: LargeFileStore;
  uploads: ResumableUploads;
  jobs: JobQueue;
  clock: Clock;
  logger: Logger;
  /** The shop's address as shoppers type it, without a trailing slash. */
  publicUrl: string;
};

/** The request's dependencies. */
export const depsContext = createContext<AppDeps>();

/** The request's actor, set by the middleware of the routes that need one. */
export const actorContext = createContext<Actor>();

/** The session the actor came with, set beside it; null for a visitor. */
export const sessionContext = createContext<OpenSession | null>(null);

/** The id that ties a request's log lines together. */
export const requestIdContext = createContext<string>();
