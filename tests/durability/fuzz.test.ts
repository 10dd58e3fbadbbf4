import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { fuzzShop } from "../support/fuzz/fuzz-shop.ts";
import { shopUrlOf } from "../support/shop/shop-process.ts";
import { shopSuite } from "./shop-suite.ts";

const { dataDir, startReady } = shopSuite();

/** Equal in every run; `npm run bench -- fuzz` sends 50,000. */
const PLAN = { seed: 15, count: 2_000 };

/** Ends a run that hangs; a busy machine takes minutes. */
const LIMIT_MS = 600_000;

test(
  "2,000 random requests over every route, method and content type get no server error",
  async () => {
    const shop = startReady({ LOG_LEVEL: "silent" });
    const url = new URL(await shopUrlOf(shop));
    const { authSecret } = JSON.parse(readFileSync(join(dataDir().path, "secrets.json"), "utf8"));
    const databaseUrl = dataDir().databaseUrl();
    const outcome = await fuzzShop({ port: Number(url.port), databaseUrl, authSecret }, PLAN);
    expect(outcome.faults).toEqual([]);
    expect(outcome.routes.size).toBe(outcome.routeCount);
    for (const sender of ["visitor", "customer", "owner"] as const) {
      expect(outcome.pages.get(sender), sender).toBeGreaterThan(100);
    }
    expect((await fetch(`${url.origin}/readyz`)).status).toBe(200);
  },
  LIMIT_MS,
);
