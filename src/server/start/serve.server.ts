import type { Server } from "node:http";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { mayReceiveBody } from "#app/web/body-access.server.ts";
import { FRAME_TAGS } from "#app/web/cache-headers.ts";
import type { AppDeps } from "#app/web/context.ts";
import { readAllTables } from "#db/check-tables.server.ts";
import { openDatabase } from "#db/client.server.ts";
import { migrateDatabase } from "#db/migrate.server.ts";
import { ownsContracts, prepareProgramRole } from "#db/program-role.server.ts";
import { withQueryPatience } from "#db/query-patience.server.ts";
import { ensureFirstAdmin } from "#features/base/identity/admin-account.server.ts";
import { deviceSecretsOf, findKnownDevice } from "#features/base/identity/known-device.server.ts";
import { refusalsWritten } from "#features/base/identity/record-refusal.server.ts";
import { listDeletedMedia } from "#features/base/media/delete-files.server.ts";
import { queueMissingImages } from "#features/base/media/derive-image.server.ts";
import { getSiteFacts } from "#features/catalog/site-shell/site-shell-queries.server.ts";
import { listServerProblems } from "#features/office/reports/server-checks.server.ts";
import { systemClock } from "#platform/clock.server.ts";
import type { Env } from "#platform/env.server.ts";
import type { JobHandlers, RunningJobQueue } from "#platform/job-queue.server.ts";
import { createJobQueue } from "#platform/job-queue.server.ts";
import type { Logger } from "#platform/logger.server.ts";
import { loadMeasurementKeys } from "#platform/secrets.server.ts";
import { providerOrigins } from "#platform/social-providers.server.ts";
import type { ShopKeys } from "../backup/backup-keys.server.ts";
import { settleFileLocation } from "../backup/file-location.server.ts";
import { seedDemoCatalogue } from "../demo-seed/demo-seed.server.ts";
import { createAdmission } from "../http/admission.ts";
import { createShopServer } from "../http/app.ts";
import type { Render } from "../http/render.ts";
import { explainOutages } from "../http/render.ts";
import { createKeyClaims } from "../keys/key-claims.server.ts";
import { startCacheInvalidation } from "../page-cache/cache-invalidation.server.ts";
import {
  memoizeUntilInvalidated,
  memoizeWhileAway,
} from "../page-cache/memoize-until-invalidated.ts";
import type { PageCache } from "../page-cache/page-cache.ts";
import { createPageCache } from "../page-cache/page-cache.ts";
import { composeDeps } from "./compose-deps.server.ts";
import { concurrentEmails, createJobHandlers, recordJobOutcome } from "./job-handlers.server.ts";
import type { LaunchedDatabase } from "./launch-database.server.ts";
import type { Listening } from "./listen.server.ts";
import { finishRequests, listen } from "./listen.server.ts";
import type { Readiness } from "./readiness.server.ts";
import { createReadiness } from "./readiness.server.ts";
import { resealStoredSecrets } from "./reseal-secrets.server.ts";
import type { Shutdown } from "./shutdown.server.ts";
import type { Site } from "./site.server.ts";
import { createDevelopmentServer, loadBuiltSite } from "./site.server.ts";

const RETRY_MS = 10_000;

/** After a restart background work leaves the processor to visits for this long. */
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
  const { SEED } = deps.env;
  if (SEED !== "none") {
    const now = SEED === "demo" ? deps.clock.now() : null;
    await seedDemoCatalogue({ ...deps, demoDirectory, now });
  }
  const admin = await ensureFirstAdmin(deps);
  if (admin) {
    console.log(
      `The first admin is '${admin.username}' with the password '${admin.password}'; it is shown only this once.`,
    );
  }
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
  keys: ShopKeys;
  /** Of the database, for what the program does. */
  url: string;
  readiness: Readiness;
  deps: AppDeps;
  cache: PageCache;
  jobs: RunningJobQueue;
  /** Set later: the renderer needs the deps. */
  renderBy(render: Render): void;
};

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
    hstsSubdomains: env.HSTS_SUBDOMAINS === "on",
  });
  const claims = createKeyClaims({ url, env, logger, inUse: { secrets, measurementKeys } });
  const content = startCacheInvalidation({ connect: claims.connect, pool, cache, logger });
  closing.add("content watch", () => content.close());
  await claims.claimed;
  const jobs = createJobQueue({
    databaseUrl: url,
    logger,
    onOutcome: (outcome) => recordJobOutcome({ db, clock: systemClock }, outcome),
    workers: { "send-mail": concurrentEmails(env) },
  });
  const siteFacts = memoizeUntilInvalidated(cache.freshness, FRAME_TAGS, () => getSiteFacts(db));
  const deletedMedia = memoizeWhileAway(cache.freshness, () => listDeletedMedia(db));
  const foundations = {
    env,
    db,
    siteFacts,
    deletedMedia,
    secrets,
    measurementKeys,
    content,
    logger,
    publicUrl,
  };
  const deps = composeDeps({ ...foundations, jobs: jobs.queue });
  closing.add("pattern drafts", () => deps.patterns.stop());
  closing.add("refusals that wait", () => refusalsWritten(db));
  return {
    url,
    keys: { secrets, measurementKeys, passphrase: env.BACKUP_PASSPHRASE ?? null },
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
    hstsSubdomains: env.HSTS_SUBDOMAINS === "on",
    trustedProxies: listening.trustedProxies,
    matchedRoute: site.matchedRoute,
    mayReceive: (request, route) => mayReceiveBody(parts.deps, request, route),
    bodyDirectory: join(env.DATA_DIR, "bodies"),
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
      keys: parts.keys,
    }),
    logger,
    async () => {
      if (env.PICTURES === "ahead") await queueMissingImages(parts.deps);
    },
  );
  closing.add("background work", background);
  closing.add("requests", () => finishRequests(server));
}
