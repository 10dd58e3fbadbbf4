import type { Server } from "node:http";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { Client } from "pg";
import { FRAME_TAGS } from "#app/web/cache-headers.ts";
import type { AppDeps } from "#app/web/context.ts";
import type { ContentTags } from "#core/content-tag.ts";
import { readAllTables } from "#db/check-tables.server.ts";
import type { Database } from "#db/client.server.ts";
import { openDatabase } from "#db/client.server.ts";
import type { CacheInvalidation } from "#db/content-version.server.ts";
import { migrateDatabase } from "#db/migrate.server.ts";
import { ownsContracts, prepareProgramRole } from "#db/program-role.server.ts";
import { withQueryPatience } from "#db/query-patience.server.ts";
import { resealAlterations } from "#features/alterations/reseal-alterations.server.ts";
import { resealContracts } from "#features/atelier/contract/reseal-contracts.server.ts";
import { resealSpecifications } from "#features/atelier/specification/old-specifications.server.ts";
import { composeAccountEmails } from "#features/customers/account-emails.server.ts";
import { resealFitMemories } from "#features/fit-memory/fit-memories.server.ts";
import { ensureFirstAdmin } from "#features/identity/admin-account.server.ts";
import { deviceSecretsOf, findKnownDevice } from "#features/identity/known-device.server.ts";
import { resealLinks } from "#features/measurement/links/sealed-links.server.ts";
import { resealProfiles } from "#features/measurement/sealed-profiles.server.ts";
import { listDeletedMedia } from "#features/media/delete-files.server.ts";
import { queueMissingImages } from "#features/media/derive-image.server.ts";
import {
  MAX_IMAGE_BYTES,
  MAX_OPEN_UPLOAD_BYTES,
  MAX_OPEN_UPLOADS,
  MAX_VIDEO_BYTES,
  uploadFailureMessage,
  validateUpload,
} from "#features/media/upload-rules.ts";
import { resealPatterns } from "#features/order-patterns/stored-patterns.server.ts";
import { createPatternPool } from "#features/patterns/drafting/pattern-pool.server.ts";
import { CSV_TYPE, validateFile } from "#features/product-import/import-file.ts";
import { resealProposals } from "#features/proposals/stored-proposals.server.ts";
import { resealQualityChecks } from "#features/quality-control/check-quality.server.ts";
import { listServerProblems } from "#features/reports/server-checks.server.ts";
import { findStripeKeyring } from "#features/settings/find-stripe-keyring.server.ts";
import { resealStripeKeys } from "#features/settings/reseal-stripe-keys.server.ts";
import { getSiteFacts } from "#features/settings/site-settings-queries.server.ts";
import { resealSecondFactors } from "#features/staff/reseal-second-factors.server.ts";
import { createAuth } from "#platform/auth.server.ts";
import { systemClock } from "#platform/clock.server.ts";
import type { Env } from "#platform/env.server.ts";
import { createFileStore } from "#platform/file-store.server.ts";
import { createImageSource } from "#platform/image-source.server.ts";
import type { JobHandlers, JobQueue, RunningJobQueue } from "#platform/job-queue.server.ts";
import { createJobQueue } from "#platform/job-queue.server.ts";
import type { Logger } from "#platform/logger.server.ts";
import { createManualPayments } from "#platform/manual-payments.server.ts";
import { createPaymentProviders } from "#platform/payment-providers.server.ts";
import type { Payments } from "#platform/payments.server.ts";
import { createResumableUploads } from "#platform/resumable-uploads.server.ts";
import type { MeasurementKeys, SecretBox, Secrets } from "#platform/secrets.server.ts";
import {
  createMeasurementBox,
  createSecretBox,
  loadMeasurementKeys,
} from "#platform/secrets.server.ts";
import { providerOrigins } from "#platform/social-providers.server.ts";
import { createStripePayments } from "#platform/stripe/stripe-payments.server.ts";
import { createStripeAccount } from "#platform/stripe-account.server.ts";
import { createTestPayments } from "#platform/test-payments.server.ts";
import { settleFileLocation } from "../backup/file-location.server.ts";
import { seedDemoCatalogue } from "../demo-seed/demo-seed.server.ts";
import { createAdmission } from "../http/admission.ts";
import { createShopServer } from "../http/app.ts";
import type { Render } from "../http/render.ts";
import { explainOutages } from "../http/render.ts";
import { startCacheInvalidation } from "../page-cache/cache-invalidation.server.ts";
import type { Freshness } from "../page-cache/freshness.ts";
import type { PageCache } from "../page-cache/page-cache.ts";
import { createPageCache } from "../page-cache/page-cache.ts";
import { concurrentEmails, createJobHandlers, recordJobOutcome } from "./job-handlers.server.ts";
import type { LaunchedDatabase } from "./launch-database.server.ts";
import type { Listening } from "./listen.server.ts";
import { finishRequests, listen } from "./listen.server.ts";
import type { Readiness } from "./readiness.server.ts";
import { createReadiness } from "./readiness.server.ts";
import type { Shutdown } from "./shutdown.server.ts";
import type { Site } from "./site.server.ts";
import { createDevelopmentServer, loadBuiltSite } from "./site.server.ts";

const RETRY_MS = 10_000;

/** After a restart visits have priority. */
const FIRST_VISITS_MS = 10_000;

/** Starts jobs, less urgent ones later; the returned function stops them. */
function runJobs(
  jobs: RunningJobQueue,
  handlers: JobHandlers,
  logger: Logger,
  whenQuieter: () => Promise<unknown>,
): () => Promise<void> {
  const stopped = new AbortController();

  async function keepTrying(): Promise<void> {
    while (!stopped.signal.aborted) {
      try {
        await jobs.start(handlers);
        break;
      } catch (error) {
        if (stopped.signal.aborted) return;
        logger.error({ err: error }, "jobs: could not be started; trying again");
        await wait(RETRY_MS, undefined, { signal: stopped.signal }).catch(() => undefined);
      }
    }
    try {
      await wait(FIRST_VISITS_MS, undefined, { signal: stopped.signal });
      await whenQuieter();
    } catch (error) {
      // Images are then made on demand.
      if (!stopped.signal.aborted) logger.warn({ err: error }, "jobs: images not prepared ahead");
    }
  }

  const starting = keepTrying();
  return async () => {
    stopped.abort();
    await starting;
    await jobs.stop();
  };
}

const demoDirectory = join(import.meta.dirname, "../../../demo");

/** Seeds the demo into an empty shop and creates the first admin, whose password is shown once. */
async function fillEmptyShop(deps: AppDeps): Promise<void> {
  if (deps.env.SEED === "demo") await seedDemoCatalogue({ ...deps, demoDirectory });
  const admin = await ensureFirstAdmin(deps);
  if (admin) {
    console.log(
      `The first admin is '${admin.username}' with the password '${admin.password}'; it is shown only this once.`,
    );
  }
}

/**
 * Re-encrypts stored secrets with the current key and names any whose former key is missing; unreadable ones
 * stay.
 */
async function resealStoredSecrets(deps: AppDeps, ownerUrl: string): Promise<void> {
  const [factors, keys] = [await resealSecondFactors(deps), await resealStripeKeys(deps)];
  const measured = await resealProfiles(deps);
  const linked = await resealLinks(deps);
  const agreed = await resealContracts({ ...deps, ownerUrl });
  const proposed = await resealProposals(deps);
  const specified = await resealSpecifications(deps);
  const fitted = [
    await resealPatterns(deps),
    await resealFitMemories(deps),
    await resealQualityChecks(deps),
    await resealAlterations(deps),
  ].reduce((sum, { unreadable }) => sum + unreadable, 0);
  if (factors.unreadable > 0) {
    deps.logger.error(
      { secondFactors: factors.unreadable },
      "AUTH_SECRET has changed and its former value is missing: set AUTH_SECRET_OLD to it, or these admins cannot use their authenticator apps and recovery codes",
    );
  }
  if (keys.unreadable > 0) {
    deps.logger.error(
      "SETTINGS_KEY has changed and its former value is missing: set SETTINGS_KEY_OLD to it, or enter the Stripe keys in the settings again",
    );
  }
  const people = measured.unreadable + linked.unreadable;
  const unreadable = agreed.unreadable + proposed.unreadable + specified.unreadable + fitted;
  if (people + unreadable > 0) {
    deps.logger.error(
      { measurementProfiles: people, contracts: unreadable },
      "The measurement key has changed and its former value is missing: set MEASUREMENT_KEY_OLD to it, or put measurement-key.json back into DATA_DIR; until then nobody can read these measurements",
    );
  }
}

type Foundations = {
  env: Env;
  db: Database;
  siteFacts: AppDeps["siteFacts"];
  deletedMedia: AppDeps["deletedMedia"];
  secrets: Secrets;
  measurementKeys: MeasurementKeys;
  content: CacheInvalidation;
  jobs: JobQueue;
  logger: Logger;
  publicUrl: string;
};

function composePayments(
  { env, db, secrets, publicUrl }: Foundations,
  secretBox: SecretBox,
): Payments {
  const { authSecret: secret, oldAuthSecrets: oldSecrets } = secrets;
  return createPaymentProviders({
    test: createTestPayments({ db, clock: systemClock, secret, oldSecrets, publicUrl }),
    manual: createManualPayments({ secret, publicUrl }),
    storeCredit: createManualPayments({ name: "store_credit", secret, publicUrl }),
    findKeyring: () => findStripeKeyring({ db, secretBox, env }),
    stripe: (access) => createStripePayments({ db, access, base: env.STRIPE_API_BASE }),
  });
}

/** Limits each image that an import fetches. */
const PICTURE_LIMIT_MS = 15_000;

/** Once per process. Opens no connection. */
function composeDeps(foundations: Foundations): AppDeps {
  const { env, db, siteFacts, deletedMedia, secrets, content, jobs, logger, publicUrl } =
    foundations;
  const secretBox = createSecretBox(secrets.settingsKey, secrets.oldSettingsKeys);
  const { authSecret: secret, oldAuthSecrets: oldSecrets } = secrets;
  const mails = composeAccountEmails({ db, jobs, clock: systemClock, publicUrl });
  return {
    env,
    db,
    siteFacts,
    deletedMedia,
    content,
    auth: createAuth({ db, env, secret, oldSecrets, publicUrl, logger, mails }),
    payments: composePayments(foundations, secretBox),
    secretBox,
    measurementBox: createMeasurementBox(foundations.measurementKeys),
    patterns: createPatternPool(),
    stripe: createStripeAccount(env.STRIPE_API_BASE),
    files: createFileStore(env, { logger }),
    pictures: createImageSource(env.IMPORT_IMAGE_HOSTS, {
      bytes: MAX_IMAGE_BYTES,
      ms: PICTURE_LIMIT_MS,
    }),
    uploads: createResumableUploads({
      directory: join(env.DATA_DIR, "incoming"),
      path: "/admin/uploads",
      mostOpen: MAX_OPEN_UPLOADS,
      mostOpenBytes: MAX_OPEN_UPLOAD_BYTES,
      mostBytesEach: MAX_VIDEO_BYTES,
      refuse(file) {
        if (file.type === CSV_TYPE) return validateFile(file);
        const kinds = "images and videos";
        const failure = validateUpload(file, kinds);
        return failure && uploadFailureMessage(failure, { type: file.type, kinds });
      },
    }),
    jobs,
    clock: systemClock,
    logger,
    publicUrl,
  };
}

/**
 * Caches a value while its tags are unchanged. Reads again after changes and while freshness is unknown. When
 * reading fails, the last value stays.
 */
export function memoizeUntilInvalidated<Value>(
  freshness: Pick<Freshness, "changes" | "isFresh">,
  tags: ContentTags,
  read: () => Promise<Value>,
): () => Promise<Value> {
  let held: { generation: number; value: Value } | null = null;
  let last: { value: Value } | null = null;
  return async () => {
    const { generation } = freshness.changes;
    const isCurrent = held !== null && freshness.changes.isCurrent(held.generation, tags);
    if (held && isCurrent && freshness.isFresh()) return held.value;
    let value: Value;
    try {
      value = await read();
    } catch (error) {
      if (last) return last.value;
      throw error;
    }
    last = { value };
    // Possibly older than an announced change.
    held = freshness.changes.isCurrent(generation, tags) ? { generation, value } : null;
    return value;
  };
}

/** memoizeUntilInvalidated for writes without tags. While the database is away, returns the last value. */
export function memoizeWhileAway<Value>(
  freshness: Pick<Freshness, "changes" | "revalidate">,
  read: () => Promise<Value>,
): () => Promise<Value> {
  let last: { generation: number; value: Value } | null = null;
  return async () => {
    const isKnown = (await freshness.revalidate()) === "known";
    if (last && (!isKnown || freshness.changes.isCurrent(last.generation, []))) return last.value;
    const { generation } = freshness.changes;
    const value = await read();
    last = { generation, value };
    return value;
  };
}

const CACHE_BYTES = 64_000_000;

/** Per pool; embedded, the process shares 50 with the queue and the cache invalidation. */
const MAX_CONNECTIONS = 20;

export type ProcessOptions = {
  env: Env;
  publicUrl: string;
  listening: Listening;
  logger: Logger;
  closing: Shutdown;
  database: LaunchedDatabase;
};

type Parts = {
  /** Of the database, for what the program does. */
  url: string;
  readiness: Readiness;
  deps: AppDeps;
  cache: PageCache;
  jobs: RunningJobQueue;
  /** Set later: the renderer needs the deps. */
  renderBy(render: Render): void;
};

async function connect(url: string): Promise<Client> {
  const client = new Client({ connectionString: url });
  await client.connect();
  return client;
}

/** Sign-in providers, the payment page and the saved-cards page (decision A2). */
const formTargets = (env: Env) => [
  ...providerOrigins(env),
  "https://billing.stripe.com",
  "https://checkout.stripe.com",
];

/**
 * Migrates the database and returns the URL that the program works with: of a role of its own on the embedded server, so that
 * no statement of the program can change a contract (ADR 0039).
 */
async function prepareDatabase({ database, env, logger }: ProcessOptions): Promise<string> {
  const ownerUrl = await database.url;
  // Other servers check themselves.
  if (!env.DATABASE_URL) await readAllTables(ownerUrl);
  await migrateDatabase(ownerUrl);
  if (!env.DATABASE_URL) return prepareProgramRole(ownerUrl);
  if (await ownsContracts(ownerUrl)) {
    logger.warn(
      "The user of DATABASE_URL owns the table of contracts, so it could switch off their protection: docs/operations/install.md says how to give it to another role",
    );
  }
  return ownerUrl;
}

/** Opens and migrates the database and builds everything on it. */
async function openParts(options: ProcessOptions): Promise<Parts> {
  const { env, publicUrl, logger, closing } = options;
  const { secrets } = options.database;
  const url = await prepareDatabase(options);
  const measurementKeys = await loadMeasurementKeys(env);
  const { db, pool, close } = openDatabase({ url, maxConnections: MAX_CONNECTIONS });
  closing.add("database connections", close);
  const readiness = createReadiness({ url, dataDir: env.DATA_DIR });
  closing.add("readiness check", () => readiness.close());
  let render: Render = () => Promise.reject(new Error("The site is not loaded yet"));
  const cache = createPageCache({
    render: (request, requestId) => render(request, requestId),
    maxBytes: CACHE_BYTES,
    logger,
    publicUrl,
    formTargets: formTargets(env),
  });
  const content = startCacheInvalidation({
    connect: () => connect(url),
    pool,
    cache,
    logger,
  });
  closing.add("content watch", () => content.close());
  const jobs = createJobQueue({
    databaseUrl: url,
    logger,
    onOutcome: (outcome) => recordJobOutcome({ db, clock: systemClock }, outcome),
    workers: { "send-mail": concurrentEmails(env) },
  });
  const siteFacts = memoizeUntilInvalidated(cache.freshness, FRAME_TAGS, () => getSiteFacts(db));
  const deletedMedia = memoizeWhileAway(cache.freshness, () => listDeletedMedia(db));
  const foundations = {
    ...{ env, db, siteFacts, deletedMedia, secrets, measurementKeys },
    ...{ content, logger, publicUrl },
  };
  const deps = composeDeps({ ...foundations, jobs: jobs.queue });
  closing.add("pattern drafts", () => deps.patterns.stop());
  return {
    url,
    readiness,
    deps,
    cache,
    jobs,
    renderBy(next) {
      render = next;
    },
  };
}

/** Migrates, seeds and creates the first admin without serving; the parent runs it first. */
export async function prepareShop(options: ProcessOptions): Promise<void> {
  const { deps } = await openParts(options);
  await settleFileLocation(deps);
  await fillEmptyShop(deps);
  await resealStoredSecrets(deps, await options.database.url);
}

async function createServer(
  parts: Parts,
  site: Site | null,
  { env, listening, logger, publicUrl, closing }: ProcessOptions,
): Promise<Server> {
  if (!site) return createDevelopmentServer(parts.deps, closing);
  const renderAny = site.renderWith(parts.deps);
  const admission = createAdmission({ logger });
  closing.add("admission", () => admission.close());
  const render = admission.admit(
    explainOutages((request, requestId) => withQueryPatience(() => renderAny(request, requestId))),
  );
  parts.renderBy(render);
  return createShopServer({
    render,
    clientDirectory: site.clientDirectory,
    cache: parts.cache,
    findFault: parts.readiness.findFault,
    findProblems: async () => {
      const problems = await listServerProblems(parts.deps);
      return problems.map(({ reason, server }) => ({ server, reason }));
    },
    admission,
    logger,
    publicUrl,
    formTargets: formTargets(env),
    trustedProxies: listening.trustedProxies,
    matchedRoute: site.matchedRoute,
    knownDeviceOf: (request) =>
      findKnownDevice(deviceSecretsOf(parts.deps.auth), request, parts.deps.clock.now()),
    db: parts.deps.db,
  });
}

/** Starts one process; resolves when it accepts requests, before background work. */
export async function serveShop(options: ProcessOptions & { port: number }): Promise<void> {
  const { env, listening, port, logger, closing } = options;
  // Loads the site while the database starts.
  const [parts, site] = await Promise.all([
    openParts(options),
    env.NODE_ENV === "development" ? null : loadBuiltSite(),
  ]);
  if (env.WEB_CONCURRENCY === 1) await settleFileLocation(parts.deps);
  await fillEmptyShop(parts.deps);
  // Otherwise the parent has done it.
  if (env.WEB_CONCURRENCY === 1) {
    await resealStoredSecrets(parts.deps, await options.database.url);
  }
  await parts.deps.siteFacts();
  const server = await createServer(parts, site, options);
  await listen(server, port, listening.host);
  const background = runJobs(
    parts.jobs,
    createJobHandlers(parts.deps, {
      databaseUrl: parts.url,
      secrets: options.database.secrets,
    }),
    logger,
    async () => {
      if (env.PICTURES === "ahead") await queueMissingImages(parts.deps);
    },
  );
  closing.add("background work", background);
  closing.add("requests", () => finishRequests(server));
}
