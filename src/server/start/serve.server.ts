import type { Server } from "node:http";
import { Client } from "pg";
import type { AppDeps } from "#app/context.ts";
import { migrateDatabase } from "#db/migrate.server.ts";
import { queueMissingImages } from "#features/media/queue-missing-images.server.ts";
import { getSiteFacts } from "#features/settings/site-settings-queries.server.ts";
import type { Env } from "#platform/env.server.ts";
import type { RunningJobQueue } from "#platform/job-queue.server.ts";
import { createJobQueue } from "#platform/job-queue.server.ts";
import type { Logger } from "#platform/logger.server.ts";
import { createShopServer } from "../app.ts";
import { composeDeps } from "../compose-deps.server.ts";
import { startContentWatch } from "../content-watch.server.ts";
import { createJobHandlers } from "../job-handlers.server.ts";
import { whileUnchanged } from "../page-cache/while-unchanged.ts";
import type { PageCache } from "../page-cache.ts";
import { createPageCache } from "../page-cache.ts";
import type { Render } from "./built-site.server.ts";
import { loadBuiltSite } from "./built-site.server.ts";
import type { Closing } from "./closing.server.ts";
import { createDevelopmentServer } from "./development-site.server.ts";
import { fillEmptyShop } from "./fill-empty-shop.server.ts";
import { finishRequests, listen } from "./listen.server.ts";
import type { OpenedDatabase } from "./open-database.server.ts";
import { openShopDatabase } from "./open-database.server.ts";
import { runJobs } from "./run-jobs.server.ts";

const CACHE_BYTES = 64_000_000;

/** What one process of the shop is started with. */
export type ProcessOptions = { env: Env; publicUrl: string; logger: Logger; closing: Closing };

type Parts = {
  database: OpenedDatabase;
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
async function openParts({ env, publicUrl, logger, closing }: ProcessOptions): Promise<Parts> {
  const database = await openShopDatabase(env, logger, closing);
  await migrateDatabase(database.url);
  let render: Render = () => Promise.reject(new Error("The site is not loaded yet"));
  const cache = createPageCache({
    render: (request, requestId) => render(request, requestId),
    maxBytes: CACHE_BYTES,
    logger,
    publicUrl,
  });
  const content = startContentWatch({
    connect: () => connect(database.url),
    pool: database.pool,
    cache,
    logger,
  });
  closing.add("content watch", () => content.close());
  const jobs = createJobQueue({ databaseUrl: database.url, logger });
  const { db, secrets } = database;
  const siteFacts = whileUnchanged(cache.freshness, () => getSiteFacts(db));
  const foundations = { env, db, siteFacts, secrets, content, logger, publicUrl };
  const deps = composeDeps({ ...foundations, jobs: jobs.queue });
  return {
    database,
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

async function createServer(parts: Parts, options: ProcessOptions): Promise<Server> {
  const { env, logger, publicUrl, closing } = options;
  if (env.NODE_ENV === "development") return createDevelopmentServer(parts.deps, closing);
  const site = await loadBuiltSite();
  const render = site.renderWith(parts.deps);
  parts.renderBy(render);
  return createShopServer({
    render,
    clientDirectory: site.clientDirectory,
    cache: parts.cache,
    isDatabaseUp: () => parts.database.pool.query("select 1").then(() => true),
    logger,
    publicUrl,
    // This process speaks no TLS: an https address means that a proxy stands in front of it.
    trustProxy: publicUrl.startsWith("https:"),
  });
}

/** Starts one process of the shop up to the moment it answers requests; background work follows by itself. */
export async function serveShop(options: ProcessOptions & { port: number }): Promise<void> {
  const { env, port, logger, closing } = options;
  const parts = await openParts(options);
  await fillEmptyShop(parts.deps);
  const server = await createServer(parts, options);
  await listen(server, port, env.HOST);
  const background = runJobs(parts.jobs, createJobHandlers(parts.deps), logger, () =>
    queueMissingImages(parts.deps),
  );
  closing.add("background work", background);
  closing.add("requests", () => finishRequests(server));
}
