import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createRequestHandler, RouterContextProvider } from "react-router";
import { handleError } from "#app/entry.server.tsx";
import routeTable from "#app/routes.ts";
import type { AppDeps } from "#app/web/context.ts";
import { depsContext } from "#app/web/context.ts";
import { getSiteFacts } from "#features/catalog/site-shell/site-shell-queries.server.ts";
import type { ShopFiles } from "#platform/file-store.server.ts";
import { createFileStore } from "#platform/file-store.server.ts";
import { createLogger } from "#platform/logger.server.ts";
import { loadRouteModule, routesBelow, siteRoutes } from "./account-host.ts";
import { noS3 } from "./files.ts";
import { ADMIN, cookieOf, createOwnerAndCustomer, testAuth, testEnv } from "./identity.ts";
import { openMediaLibrary } from "./media-library.ts";
import { startObjectStore } from "./object-store.ts";
import { routeBuild } from "./route-build.ts";
import { startShopHost } from "./shop-host.ts";

export type OpenedStore = AsyncDisposable & { files: ShopFiles };

async function openFolder(): Promise<OpenedStore> {
  const folder = await mkdtemp(join(tmpdir(), "atelier-contract-"));
  return {
    files: createFileStore({ ...noS3, DATA_DIR: folder }),
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }),
  };
}

async function openTestServer(): Promise<OpenedStore> {
  const store = await startObjectStore();
  return {
    files: createFileStore(store.env),
    [Symbol.asyncDispose]: () => store[Symbol.asyncDispose](),
  };
}

/** The server of bench/real-servers, whose bucket is the test's own. */
async function openRealServer(endpoint: string): Promise<OpenedStore> {
  const { CONTRACT_S3_BUCKET, CONTRACT_S3_KEY, CONTRACT_S3_SECRET } = process.env;
  const files = createFileStore({
    DATA_DIR: tmpdir(),
    S3_BUCKET: CONTRACT_S3_BUCKET,
    S3_REGION: undefined,
    S3_ENDPOINT: endpoint,
    S3_ACCESS_KEY_ID: CONTRACT_S3_KEY,
    S3_SECRET_ACCESS_KEY: CONTRACT_S3_SECRET,
  });
  return { files, [Symbol.asyncDispose]: async () => undefined };
}

const realEndpoint = process.env.CONTRACT_S3_ENDPOINT;

/** Every kind of store; the real server only where the environment names one. */
export const stores: readonly (readonly [string, () => Promise<OpenedStore>])[] = realEndpoint
  ? [["a real S3 server", () => openRealServer(realEndpoint)]]
  : [
      ["a folder", openFolder],
      ["an S3 server", openTestServer],
    ];

const FRAME = "shell/admin-layout.tsx";
const OF_THE_OWNER = /^\/admin\/(uploads|orders\/.*\.pdf|orders\/:id\/documents)/;
const OF_VISITORS = /^\/(images|videos)\//;

/** The shop's routes for files and documents; their errors are logged as in the shop. */
async function buildRoutes() {
  const table = await routeTable;
  const routes: Record<string, unknown> = {
    [FRAME]: { id: FRAME, module: await loadRouteModule(FRAME) },
  };
  const owners = routesBelow(table, [FRAME]).filter(({ path }) => OF_THE_OWNER.test(path));
  const visitors = siteRoutes(table).filter(({ path }) => OF_VISITORS.test(path));
  for (const { id, file, path } of owners) {
    routes[id] = { id, path, parentId: FRAME, module: await loadRouteModule(file) };
  }
  for (const { id, file, path } of visitors) {
    routes[id] = { id, path, module: await loadRouteModule(file) };
  }
  const build = routeBuild(routes);
  return { ...build, entry: { module: { ...build.entry.module, handleError } } };
}

/** A shop that serves files and documents from a store; `logged` has its log. */
export async function openContractShop(files: ShopFiles) {
  const library = await openMediaLibrary({ files });
  const { db } = library;
  const logged: { level: number; method?: string }[] = [];
  const logger = createLogger("debug", {
    write: (line: string) => void logged.push(JSON.parse(line)),
  });
  const auth = testAuth(db);
  await createOwnerAndCustomer(db, auth);
  const cookie = await cookieOf(auth, ADMIN);
  const siteFacts = () => getSiteFacts(db);
  const deps = { ...library.deps, auth, siteFacts, env: testEnv(), logger } as AppDeps;
  const handle = createRequestHandler(await buildRoutes(), "production");
  const host = await startShopHost({
    logger,
    rateLimits: "off",
    render(request) {
      const context = new RouterContextProvider();
      context.set(depsContext, deps);
      return handle(request, context);
    },
  });
  return {
    cookie,
    db,
    deps,
    files,
    host,
    logged,
    incoming: library.incoming,
    owner: library.owner,
    async [Symbol.asyncDispose]() {
      await host[Symbol.asyncDispose]();
      await library[Symbol.asyncDispose]();
    },
  };
}

export type ContractShop = Awaited<ReturnType<typeof openContractShop>>;
