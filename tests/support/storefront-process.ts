import { Client } from "pg";
import { pino } from "pino";
import { createRequestHandler, RouterContextProvider } from "react-router";
import { descriptionContext, siteContext } from "#app/seo/describe-page.server.ts";
import { FRAME_TAGS } from "#app/web/cache-headers.ts";
import type { AppDeps } from "#app/web/context.ts";
import { depsContext } from "#app/web/context.ts";
import { getSiteFacts } from "#features/catalog/site-shell/site-shell-queries.server.ts";
import { startCacheInvalidation } from "#server/page-cache/cache-invalidation.server.ts";
import { memoizeUntilInvalidated } from "#server/page-cache/memoize-until-invalidated.ts";
import type { TestDatabase } from "./database.ts";
import { SHOP_ORIGIN, testEnv } from "./identity.ts";
import { routeBuild } from "./route-build.ts";
import { startShopHost } from "./shop-host.ts";

const logger = pino({ level: "silent" });
const env = testEnv();

export type PageModules = Readonly<Record<string, Record<string, unknown>>>;

type RenderedPage = { status: number; text: string; from: unknown };

/** Layout and pages behind its own page cache; shares only the database. `isCached` false renders every request. */
export async function startStorefrontProcess(
  database: TestDatabase,
  modules: { frame: Record<string, unknown>; pages: PageModules },
  { isCached = true }: { isCached?: boolean } = {},
) {
  const { db, pool, url } = database;
  const frame = { id: "frame", module: modules.frame };
  const routes = Object.entries(modules.pages).map(([path, module]) => {
    const location = path === "" ? { index: true } : { path };
    return [path || "index", { id: path || "index", parentId: "frame", ...location, module }];
  });
  const handle = createRequestHandler(
    routeBuild({ frame, ...Object.fromEntries(routes) }),
    "production",
  );
  const host = await startShopHost({
    sure: false,
    ...(!isCached && { maxBytes: 0 }),
    publicUrl: SHOP_ORIGIN,
    async render(request) {
      const context = new RouterContextProvider();
      context.set(depsContext, { db, env, siteFacts, publicUrl: SHOP_ORIGIN, logger } as AppDeps);
      const page = await handle(request, context);
      const metadata = [context.get(siteContext)?.seo, context.get(descriptionContext)];
      return new Response(`${await page.text()}${JSON.stringify(metadata)}`, page);
    },
  });
  const readFacts = () => getSiteFacts(db);
  const siteFacts = isCached
    ? memoizeUntilInvalidated(host.cache.freshness, FRAME_TAGS, readFacts)
    : readFacts;
  const connect = async () => {
    const client = new Client({ connectionString: url });
    await client.connect();
    return client;
  };
  const content = startCacheInvalidation({ connect, pool, cache: host.cache, logger });
  return {
    content,
    isSure: () => host.cache.freshness.isFresh(),
    async see(path: string): Promise<RenderedPage> {
      const response = await host.request(path, { headers: { host: new URL(SHOP_ORIGIN).host } });
      const { status, body, headers } = response;
      return { status, text: body.toString(), from: headers["x-page-cache"] };
    },
    async [Symbol.asyncDispose]() {
      await content.close();
      await host[Symbol.asyncDispose]();
    },
  };
}

export type StorefrontProcess = Awaited<ReturnType<typeof startStorefrontProcess>>;
