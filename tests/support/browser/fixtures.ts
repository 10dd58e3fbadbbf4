import { test as base, expect } from "@playwright/test";
import type { PageNoise } from "./page-noise.ts";
import { listenForNoise } from "./page-noise.ts";

type Fixtures = {
  /** What the browser complained of; the test fails when any of it was not expected. */
  noise: PageNoise;
};

/** Playwright's own test, whose pages may neither complain nor ask another host for anything. */
export const test = base.extend<Fixtures>({
  noise: [
    async ({ context, baseURL }, use) => {
      const noise = listenForNoise(context, baseURL ?? "");
      await use(noise);
      expect(noise.unexpected(), "the browser complained").toEqual([]);
    },
    { auto: true },
  ],
});
