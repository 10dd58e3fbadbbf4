import { randomBytes } from "node:crypto";
import { test as base, expect } from "@playwright/test";
import type { PageNoise } from "./page-noise.ts";
import { hearNoise } from "./page-noise.ts";

type Fixtures = {
  /** Unexpected complaints fail the test. */
  noise: PageNoise;
};

const newAddress = () => [10, ...randomBytes(3)].join(".");

/** Own IP address per test; fails on complaints and foreign requests. */
export const test = base.extend<Fixtures>({
  noise: ({ baseURL }, use) => use(hearNoise(baseURL ?? "")),
  context: async ({ context, noise }, use) => {
    noise.listenTo(context);
    await context.setExtraHTTPHeaders({ "x-forwarded-for": newAddress() });
    await use(context);
    expect(noise.unexpected(), "the browser complained").toEqual([]);
  },
});
