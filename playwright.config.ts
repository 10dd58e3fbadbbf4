import { rmSync } from "node:fs";
import { defineConfig } from "@playwright/test";
import { makeRunFolder } from "./tests/support/run-folder.ts";
import { WEBHOOK_SECRET } from "./tests/support/stripe/webhook-secret.ts";
import { storeTemporaryFilesInMemory } from "./tests/support/temporary-files.ts";

storeTemporaryFilesInMemory();
const PORT = Number(process.env.E2E_PORT ?? 4173);
process.env.E2E_STRIPE_PORT ??= String(PORT + 1_000);
const STRIPE_PORT = process.env.E2E_STRIPE_PORT;
// Worker processes load this file again: the folder is made once and handed on through the environment.
if (!process.env.E2E_DATA_DIR) {
  const folder = makeRunFolder("atelier-e2e");
  process.env.E2E_DATA_DIR = folder;
  // By then the shop has been stopped.
  process.once("exit", () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));
}

const chromiumArguments = [
  "--no-sandbox",
  "--disable-gpu",
  // Nothing is drawn, so a process of its own for drawing only costs the talk with it: a quarter of a run.
  "--in-process-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  // A renderer for each visit costs more than the visit: half the processor time of a page went there.
  "--process-per-site",
  // Laid out, styled and clicked as ever, but painted only for whoever wants to see a failure: no test reads a pixel of what the
  // browser draws, and drawing took a third of a visit.
  ...(process.env.E2E_TRACE ? [] : ["--force-gpu-mem-available-mb=1"]),
];

/** What machines read, what is sent without a page and what is printed looks the same at every width. */
const WITHOUT_WIDTH = [
  "checkout-tampering",
  "print",
  "addresses",
  "discovery",
  "feeds",
  "crawl",
  "hostile-forms",
  "one-connection",
  "no-cookies",
];

/** Every page, opened once and looked at as a wide screen and as a phone shows it. */
const BOTH_WIDTHS_AT_ONCE = ["every-route", "admin-pages"];

/** The tag of a test that finds the same at every width: it is run at the wide one alone. */
const SAME_AT_EVERY_WIDTH = /@once/;

/** The tag of a test about what only a phone has. */
const PHONES_ONLY = /@phone/;

/** The owner's journeys, which change what stands in the shop. */
const OWNERS = [
  "activity",
  "admin-categories",
  "bank-transfer",
  "admin-keyboard",
  "admin-products",
  "media-library",
  "product-form",
  "owner-journey",
  "product-import",
  "site-images",
  "site-settings",
  "site-settings-forms",
  "stock",
];

const specs = (names: readonly string[]) => names.map((name) => `**/${name}.spec.ts`);

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
const DESKTOP = { viewport: { width: 1440, height: 900 } };

export default defineConfig({
  testDir: "tests/e2e",
  outputDir: "test-results",
  // Long enough for a busy machine that also prepares the images which a page asks for first.
  timeout: 120_000,
  expect: { timeout: 30_000 },
  workers: 2,
  fullyParallel: true,
  // A second failure is a failure. `npm test` names every test that needed the second attempt.
  retries: 1,
  forbidOnly: true,
  reporter: [["list"], ["json", { outputFile: "test-results/e2e.json" }]],
  use: {
    baseURL: `http://127.0.0.1:${PORT}`,
    actionTimeout: 30_000,
    // Cookies, storage and routes of the test before are cleared; what begins from nothing says so with `reuseContext: false`.
    reuseContext: true,
    // Waiting for and painting what only moves costs a tenth of the run; reduced-motion.spec.ts looks at both.
    contextOptions: { reducedMotion: "reduce" },
    // Seeing costs half of the run; E2E_TRACE=1 shows the failures of a run worth looking into. Without it a failure is told in words.
    screenshot: process.env.E2E_TRACE ? "only-on-failure" : "off",
    trace: process.env.E2E_TRACE ? "retain-on-failure" : "off",
    launchOptions: {
      args: chromiumArguments,
      ...(process.env.CHROMIUM_PATH ? { executablePath: process.env.CHROMIUM_PATH } : {}),
    },
  },
  projects: [
    {
      name: "phone",
      testIgnore: specs([...WITHOUT_WIDTH, ...BOTH_WIDTHS_AT_ONCE, ...OWNERS]),
      grepInvert: SAME_AT_EVERY_WIDTH,
      use: PHONE,
    },
    { name: "desktop", testIgnore: specs(OWNERS), grepInvert: PHONES_ONLY, use: DESKTOP },
    // What the owner changes every shopper sees: these begin when the others are through.
    {
      name: "owner-phone",
      testMatch: specs(OWNERS),
      grepInvert: SAME_AT_EVERY_WIDTH,
      use: PHONE,
      dependencies: ["phone", "desktop"],
    },
    {
      name: "owner-desktop",
      testMatch: specs(OWNERS),
      grepInvert: PHONES_ONLY,
      use: DESKTOP,
      dependencies: ["phone", "desktop"],
    },
  ],
  webServer: {
    command: "node scripts/start.mjs",
    url: `http://127.0.0.1:${PORT}/readyz`,
    timeout: 120_000,
    gracefulShutdown: { signal: "SIGTERM", timeout: 15_000 },
    env: {
      PORT: String(PORT),
      HOST: "127.0.0.1",
      PUBLIC_URL: `http://127.0.0.1:${PORT}`,
      // Each test's browser has an IP address of its own (fixtures.ts), because limits count by address.
      TRUSTED_PROXIES: "127.0.0.1",
      DATA_DIR: process.env.E2E_DATA_DIR,
      ADMIN_USERNAME: "owner",
      ADMIN_PASSWORD: "tape-and-chalk-1966",
      LOG_LEVEL: "warn",
      // Once the owner has saved keys, they are told to the stand-in of the spec that saves them, never to Stripe.
      STRIPE_API_BASE: `http://127.0.0.1:${STRIPE_PORT}`,
      STRIPE_WEBHOOK_SECRET: WEBHOOK_SECRET,
      // What no test looks at need not be made.
      PICTURES: "when-asked",
    },
  },
});
