import { rmSync } from "node:fs";
import { defineConfig } from "@playwright/test";
import { makeRunFolder } from "./tests/support/run-folder.ts";
import { WEBHOOK_SECRET } from "./tests/support/stripe/webhook-secret.ts";
import { storeTemporaryFilesInMemory } from "./tests/support/temporary-files.ts";

storeTemporaryFilesInMemory();
const PORT = Number(process.env.E2E_PORT ?? 4173);
process.env.E2E_STRIPE_PORT ??= String(PORT + 1_000);
const STRIPE_PORT = process.env.E2E_STRIPE_PORT;
// Workers get the folder from the environment.
if (!process.env.E2E_DATA_DIR) {
  const folder = makeRunFolder("atelier-e2e");
  process.env.E2E_DATA_DIR = folder;
  process.once("exit", () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));
}

const chromiumArguments = [
  "--no-sandbox",
  "--disable-gpu",
  // A GPU process only adds messages: a quarter of a run.
  "--in-process-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  // Saves half of a page's processor time.
  "--process-per-site",
  // Saves a third of a visit; no test reads a pixel.
  ...(process.env.E2E_TRACE ? [] : ["--force-gpu-mem-available-mb=1"]),
];

/** Independent of the screen's width. */
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

/** They check each page at both widths. */
const BOTH_WIDTHS_AT_ONCE = ["every-route", "admin-pages"];

/** On the wide screen only. */
const SAME_AT_EVERY_WIDTH = /@once/;

const PHONES_ONLY = /@phone/;

/** These change the shop's content. */
const OWNERS = [
  "activity",
  "admin-categories",
  "bank-transfer",
  "admin-keyboard",
  "admin-products",
  "media-library",
  "product-form",
  "owner-journey",
  "owner-made-to-measure",
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
  // A busy machine generates images too.
  timeout: 120_000,
  expect: { timeout: 30_000 },
  workers: 2,
  fullyParallel: true,
  // `npm test` names repeated tests.
  retries: 1,
  forbidOnly: true,
  reporter: [
    ["list"],
    ["json", { outputFile: "test-results/e2e.json" }],
    ["./tests/support/long-waits-reporter.ts"],
    ["./tests/support/every-width-reporter.ts"],
  ],
  use: {
    baseURL: `http://127.0.0.1:${PORT}`,
    actionTimeout: 30_000,
    // `reuseContext: false` starts with an empty cache.
    reuseContext: true,
    // Motion costs a tenth of the run; cart, navigation and card tests have it.
    contextOptions: { reducedMotion: "reduce" },
    // They cost half of the run; E2E_TRACE=1 records them.
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
    // Last: visitors see the owner's changes.
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
      // Each test has its own address (fixtures.ts).
      TRUSTED_PROXIES: "127.0.0.1",
      DATA_DIR: process.env.E2E_DATA_DIR,
      ADMIN_USERNAME: "owner",
      ADMIN_PASSWORD: "tape-and-chalk-1966",
      LOG_LEVEL: "warn",
      // For checking saved keys.
      STRIPE_API_BASE: `http://127.0.0.1:${STRIPE_PORT}`,
      STRIPE_WEBHOOK_SECRET: WEBHOOK_SECRET,
      PICTURES: "when-asked",
    },
  },
});
