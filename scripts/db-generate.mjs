/** `npm run db:generate [-- --name what]` writes a migration; installs drizzle-kit. */
import { spawnSync } from "node:child_process";
import { ensureInstalled, PreparationFailed, pinnedNode } from "./prepare.mjs";

const FOLDER = "scripts/db-generate";

try {
  process.chdir(new URL("..", import.meta.url).pathname);
  ensureInstalled();
  ensureInstalled(FOLDER);
  const program = `${FOLDER}/node_modules/drizzle-kit/bin.cjs`;
  const command = ["generate", ...process.argv.slice(2)];
  const done = spawnSync(pinnedNode(), [program, ...command], { stdio: "inherit" });
  process.exitCode = done.status ?? 1;
} catch (error) {
  if (!(error instanceof PreparationFailed)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
