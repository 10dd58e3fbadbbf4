import type { RouteConfigEntry } from "@react-router/dev/routes";
import { pino } from "pino";
import { createRequestHandler } from "react-router";
import { provideContext } from "#app/entry.server.tsx";
import routeTable from "#app/routes.ts";
import type { AppDeps } from "#app/web/context.ts";
import { getSiteFacts } from "#features/catalog/site-shell/site-shell-queries.server.ts";
import type { Clock } from "#platform/clock.server.ts";
import { createSecretBox } from "#platform/secrets.server.ts";
import { siteBuild } from "./account-host.ts";
import type { TestDatabase } from "./database.ts";
import { SHOP_ORIGIN, testAuth, testEnv } from "./identity.ts";
import { testMeasurementBox } from "./measurements.ts";

/** The pages are loaded before the first test, which takes long beside other work. */
export const LOADING_MS = 5 * 60 * 1000;

/** The chosen pages with the frames around them. */
function chosenPages(
  table: readonly RouteConfigEntry[],
  paths: readonly string[],
): RouteConfigEntry[] {
  return table.flatMap((entry) => {
    const children = chosenPages(entry.children ?? [], paths);
    const isChosen = children.length > 0 || paths.includes(entry.path ?? "");
    return isChosen ? [{ ...entry, children }] : [];
  });
}

/** A test sets `aheadMs`: how far it is ahead of the machine's clock. */
type AheadClock = Clock & { aheadMs: number };

/**
 * Some pages of the shop, named as in the route table, on the database of one test file; each further page takes a second to load.
 * No job runs. `send` posts when it is given fields, and always as somebody of the same network.
 */
export async function pageHost({ db }: TestDatabase, paths: readonly string[]) {
  const clock: AheadClock = {
    aheadMs: 0,
    now: () => new Date(Date.now() + clock.aheadMs),
  };
  const deps = {
    db,
    env: testEnv(),
    auth: testAuth(db),
    clock,
    publicUrl: SHOP_ORIGIN,
    secretBox: createSecretBox("k".repeat(32)),
    measurementBox: testMeasurementBox(),
    stripe: { verify: async () => ({ response: "works", mode: "test" }) },
    content: { settle: async () => undefined },
    jobs: { send: async () => undefined },
    logger: pino({ level: "silent" }),
    siteFacts: () => getSiteFacts(db),
  } as unknown as AppDeps;
  const build = await siteBuild(chosenPages((await routeTable) as RouteConfigEntry[], paths));
  const respond = createRequestHandler(build, "production");
  const handle = (request: Request) => respond(request, provideContext(deps, "request-1"));
  return {
    deps,
    clock,
    handle,
    send(path: string, cookie: string, fields?: Record<string, string> | [string, string][]) {
      const headers = { cookie, origin: SHOP_ORIGIN, "x-client-address": "203.0.113.7" };
      const body = fields && new URLSearchParams(fields);
      const method = body ? "POST" : "GET";
      return handle(new Request(SHOP_ORIGIN + path, { method, headers, body }));
    },
  };
}

export type PageHost = Awaited<ReturnType<typeof pageHost>>;
