import { defineConfig } from "vitest/config";
import { programFiles, programTexts } from "./scripts/program-texts.ts";
import { choosePropertySeed } from "./tests/support/choose-property-seed.ts";
import { LongestFirst } from "./tests/support/longest-first.ts";
import { storeTemporaryFilesInMemory } from "./tests/support/temporary-files.ts";

storeTemporaryFilesInMemory();
choosePropertySeed();

const setupFiles = [
  "tests/support/leave-nothing.ts",
  "tests/support/console-guard.ts",
  "tests/support/property-seed.ts",
];

export default defineConfig({
  plugins: [programTexts(), programFiles()],
  test: {
    pool: "forks",
    // One more than processors: each waits for its database most of the time.
    maxWorkers: 3,
    // Loading modules per file took most of the time.
    isolate: false,
    sequence: { sequencer: LongestFirst },
    // Against hanging.
    expect: { poll: { timeout: 20_000 } },
    projects: [
      {
        extends: true,
        test: {
          name: "unit",
          include: [
            "src/**/*.test.{ts,tsx}",
            "tests/unit/**/*.test.{ts,tsx}",
            "tests/support/**/*.test.ts",
          ],
          exclude: ["src/**/*.server.test.{ts,tsx}"],
          setupFiles,
          // Against hanging on a busy machine.
          testTimeout: 60_000,
        },
      },
      {
        extends: true,
        test: {
          name: "spellings",
          // Once more where Intl spells days, moments, amounts and counts otherwise. The two folders left out know only
          // lengths, and take longest.
          include: ["src/**/*.test.{ts,tsx}"],
          exclude: ["src/**/*.server.test.{ts,tsx}", "src/features/{body,patterns}/**"],
          setupFiles: [...setupFiles, "tests/support/other-spellings.setup.ts"],
          testTimeout: 60_000,
        },
      },
      {
        extends: true,
        test: {
          name: "integration",
          include: ["src/**/*.server.test.{ts,tsx}", "tests/integration/**/*.test.{ts,tsx}"],
          globalSetup: ["tests/support/template-database.ts"],
          setupFiles: [...setupFiles, "tests/support/reversed-rows.setup.ts"],
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        extends: true,
        test: {
          name: "http",
          include: ["tests/http/**/*.test.ts"],
          globalSetup: ["tests/support/requests/prepare-run.ts"],
          setupFiles: [...setupFiles, "tests/support/reversed-rows.setup.ts"],
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        extends: true,
        test: {
          name: "browsers",
          // Only `npm run browsers` runs it, which installs Firefox and WebKitGTK.
          include: ["tests/browsers/**/*.test.ts"],
          globalSetup: ["tests/support/requests/prepare-run.ts"],
          setupFiles,
          testTimeout: 300_000,
          hookTimeout: 120_000,
        },
      },
      {
        extends: true,
        test: {
          name: "durability",
          isolate: true,
          include: ["tests/durability/**/*.test.ts"],
          globalSetup: ["tests/durability/ready-shop.ts"],
          setupFiles,
          // Last and longer: they start and kill servers. A machine that is six times slower only takes longer.
          sequence: { groupOrder: 1 },
          // A wait says what did not come about before its test is ended.
          expect: { poll: { timeout: 240_000 } },
          testTimeout: 300_000,
          hookTimeout: 300_000,
        },
      },
    ],
  },
});
