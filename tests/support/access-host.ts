import type { RouteConfigEntry } from "@react-router/dev/routes";
import { pino } from "pino";
import { createRequestHandler } from "react-router";
import { provideContext } from "#app/entry.server.tsx";
import routeTable from "#app/routes.ts";
import type { AppDeps } from "#app/web/context.ts";
import { getSiteFacts } from "#features/catalog/site-shell/site-shell-queries.server.ts";
import { CLIENT_IP_HEADER } from "#platform/auth.server.ts";
import { createSecretBox } from "#platform/secrets.server.ts";
import { siteBuild } from "./account-host.ts";
import { checkoutBench } from "./checkout.ts";
import { accountShop } from "./customers.ts";
import type { TestDatabase } from "./database.ts";
import { SHOP_ORIGIN, testEnv } from "./identity.ts";
import { testMeasurementBox } from "./measurements.ts";

type Fields = Readonly<Record<string, string>>;

/** Every route of the shop on a database of its own; `send` takes any request, `logged` has the lines of its log. */
export async function accessHost(database: TestDatabase) {
  const { db } = database;
  const shop = accountShop(database);
  const logged: string[] = [];
  const deps = {
    ...shop.deps,
    payments: checkoutBench(db).payments,
    content: { settle: async () => undefined },
    deletedMedia: async () => new Set<string>(),
    files: { read: async () => null, put: async () => undefined, findTrouble: () => null },
    uploads: { handle: async () => new Response(null, { status: 204 }), find: async () => null },
    secretBox: createSecretBox("k".repeat(32)),
    measurementBox: testMeasurementBox(),
    siteFacts: () => getSiteFacts(db),
    env: testEnv(),
    logger: pino({ level: "trace" }, { write: (line: string) => void logged.push(line) }),
    publicUrl: SHOP_ORIGIN,
  } as unknown as AppDeps;
  const build = await siteBuild((await routeTable) as RouteConfigEntry[]);
  const handle = createRequestHandler(build, "production");
  const send = (request: Request) => handle(request, provideContext(deps, "request-1"));
  return {
    deps,
    shop,
    logged,
    send,
    get: (path: string, cookie = "") =>
      send(new Request(`${SHOP_ORIGIN}${path}`, { headers: { cookie } })),
    post: (path: string, fields: Fields, cookie = "", clientIp = "") =>
      send(
        new Request(`${SHOP_ORIGIN}${path}`, {
          method: "POST",
          headers: { cookie, origin: SHOP_ORIGIN, [CLIENT_IP_HEADER]: clientIp },
          body: new URLSearchParams(fields),
        }),
      ),
    postJson: (path: string, body: unknown, cookie = "") =>
      send(
        new Request(`${SHOP_ORIGIN}${path}`, {
          method: "POST",
          headers: { cookie, origin: SHOP_ORIGIN, "content-type": "application/json" },
          body: JSON.stringify(body),
        }),
      ),
  };
}

export type AccessHost = Awaited<ReturnType<typeof accessHost>>;
