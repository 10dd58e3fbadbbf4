import { defineConfig } from "@playwright/test";
import { storeTemporaryFilesInMemory } from "./tests/support/temporary-files.ts";

storeTemporaryFilesInMemory();

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
  ...(process.env.E2E_TRACE || process.env.CONTRAST_SCREENS
    ? []
    : ["--force-gpu-mem-available-mb=1"]),
];

export default defineConfig({
  testDir: "tests/e2e",
  // Prepares the shop that each file gets a copy of.
  globalSetup: "tests/support/browser/shop-run.ts",
  outputDir: "test-results",
  // A busy machine generates images too, and one that is six times slower only takes longer.
  timeout: 300_000,
  expect: { timeout: 30_000 },
  workers: 2,
  // A file's tests share its shop, so they stay with one worker.
  fullyParallel: false,
  retries: 0,
  forbidOnly: true,
  reporter: [
    ["list"],
    ["json", { outputFile: "test-results/e2e.json" }],
    ["./tests/support/long-waits-reporter.ts"],
    ["./tests/support/every-width-reporter.ts"],
  ],
  use: {
    // With the tag `@phone` a test is as large as a phone (fixtures.ts).
    viewport: { width: 1440, height: 900 },
    actionTimeout: 30_000,
    // `reuseContext: false` starts with an empty cache.
    reuseContext: true,
    // Routes of a test do not reach a worker's requests; the offline specs allow it.
    serviceWorkers: "block",
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
});
