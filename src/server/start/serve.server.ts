import type { Server } from "node:http";
import type { Pool } from "pg";
import { Client } from "pg";
import type { AppDeps } from "#app/web/context.ts";
import { openDatabase } from "#db/client.server.ts";
import { migrateDatabase } from "#db/migrate.server.ts";
import { queueMissingImages } from "#features/media/queue-missing-images.server.ts";
import { getSiteFacts } from "#features/settings/site-settings-queries.server.ts";
import type { Env } from "#platform/env.server.ts";
import type { RunningJobQueue } from "#platform/job-queue.server.ts";
import { createJobQueue } from "#platform/job-queue.server.ts";
import type { Logger } from "#platform/logger.server.ts";
import { providerOrigins } from "#platform/social-providers.server.ts";
import { createShopServer } from "../http/app.ts";
import { startCacheInvalidation } from "../page-cache/cache-invalidation.server.ts";
import { memoizeUntilInvalidated } from "../page-cache/memoize-until-invalidated.ts";
import type { PageCache } from "../page-cache/page-cache.ts";
import { createPageCache } from "../page-cache/page-cache.ts";
import type { Render, Site } from "./built-site.server.ts";
import { loadBuiltSite } from "./built-site.server.ts";
import { composeDeps } from "./compose-deps.server.ts";
import { createDevelopmentServer } from "./development-site.server.ts";
import { fillEmptyShop } from "./fill-empty-shop.server.ts";
import { createJobHandlers } from "./job-handlers.server.ts";
import type { LaunchedDatabase } from "./launch-database.server.ts";
import { finishRequests, listen } from "./listen.server.ts";
import { runJobs } from "./run-jobs.server.ts";
import type { Shutdown } from "./shutdown.server.ts";

const CACHE_BYTES = 64_000_000;

/** Connections of the pool; a process on the embedded server shares its 50 with the queue and the content watch. */
const MAX_CONNECTIONS = 20;

/** What one process of the shop is started with. */
export type ProcessOptions = {
  env: Env;
  publicUrl: string;
  logger: Logger;
  closing: Shutdown;
  database: LaunchedDatabase;
};

type Parts = {
  pool: Pool;
  deps: AppDeps;
  cache: PageCache;
  jobs: RunningJobQueue;
  /** Gives the page cache its renderer, which needs the deps, which need the cache. */
  renderBy(render: Render): void;
};

async function connect(url: string): Promise<Client> {
  const client = new Client({ connectionString: url });
  await client.connect();
  return client;
}

/** Opens the database, brings it to the newest schema and builds everything that works on it. */
/** Where a form's answer may lead: to sign-in by others, and to the payment provider's page for one's own cards (decision A2). */
const formTargets = (env: Env) => [...providerOrigins(env), "https://billing.stripe.com"];

async function openParts(options: ProcessOptions): Promise<Parts> {
  const { env, publicUrl, logger, closing } = options;
  const { secrets } = options.database;
  const url = await options.database.url;
  await migrateDatabase(url);
  const { db, pool, close } = openDatabase({ url, maxConnections: MAX_CONNECTIONS });
  closing.add("database connections", close);
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
  const jobs = createJobQueue({ databaseUrl: url, logger });
  const siteFacts = memoizeUntilInvalidated(cache.freshness, () => getSiteFacts(db));
  const foundations = { env, db, siteFacts, secrets, content, logger, publicUrl };
  const deps = composeDeps({ ...foundations, jobs: jobs.queue });
  return {
    pool,
    deps,
    cache,
    jobs,
    renderBy(next) {
      render = next;
    },
  };
}

/** Migrates, seeds and makes the first admin without serving: the first thing the parent of several processes does. */
export async function prepareShop(options: ProcessOptions): Promise<void> {
  const { deps } = await openParts(options);
  await fillEmptyShop(deps);
}

async function createServer(
  parts: Parts,
  site: Site | null,
  { env, logger, publicUrl, closing }: ProcessOptions,
): Promise<Server> {
  if (!site) return createDevelopmentServer(parts.deps, closing);
  const render = site.renderWith(parts.deps);
  parts.renderBy(render);
  return createShopServer({
    render,
    clientDirectory: site.clientDirectory,
    cache: parts.cache,
    isDatabaseUp: () => parts.pool.query("select 1").then(() => true),
    logger,
    publicUrl,
    formTargets: formTargets(env),
    // This process speaks no TLS: an https address means that a proxy stands in front of it.
    trustProxy: publicUrl.startsWith("https:"),
  });
}

/** Starts one process of the shop up to the moment it answers requests; background work follows by itself. */
export async function serveShop(options: ProcessOptions & { port: number }): Promise<void> {
  const { env, port, logger, closing } = options;
  // The site is loaded while the database gets ready.
  const [parts, site] = await Promise.all([
    openParts(options),
    env.NODE_ENV === "development" ? null : loadBuiltSite(),
  ]);
  await fillEmptyShop(parts.deps);
  const server = await createServer(parts, site, options);
  await listen(server, port, env.HOST);
  const background = runJobs(parts.jobs, createJobHandlers(parts.deps), logger, async () => {
    if (env.PICTURES === "ahead") await queueMissingImages(parts.deps);
  });
  closing.add("background work", background);
  closing.add("requests", () => finishRequests(server));
}
