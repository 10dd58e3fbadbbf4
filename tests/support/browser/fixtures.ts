import { test as base, expect } from "@playwright/test";
import type { PageNoise } from "./page-noise.ts";
import { hearNoise } from "./page-noise.ts";

type Fixtures = {
  /** What the browser complained of; the test fails when any of it was not expected. */
  noise: PageNoise;
};

/** Playwright's test, which fails when a page logs a complaint or requests another host. */
export const test = base.extend<Fixtures>({
  noise: ({ baseURL }, use) => use(hearNoise(baseURL ?? "")),
  context: async ({ context, noise }, use) => {
    noise.listenTo(context);
    await use(context);
    expect(noise.unexpected(), "the browser complained").toEqual([]);
  },
});
