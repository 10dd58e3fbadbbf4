/** `npm run pictures`: draws the pages that the documentation shows into docs/pictures, from a fresh shop; also on a fresh clone. `-- phone` draws one part (shop, phone, atelier). */
import { spawnSync } from "node:child_process";
import { findBrowser } from "./find-browser.mjs";
import { ensureBuilt, ensureInstalled, pinnedNode } from "./prepare.mjs";

process.chdir(new URL("..", import.meta.url).pathname);
ensureInstalled();
const browser = findBrowser();
ensureBuilt();
const done = spawnSync(
  pinnedNode(),
  [
    "--disable-warning=ExperimentalWarning",
    "scripts/readme-images/draw-images.ts",
    ...process.argv.slice(2),
  ],
  { stdio: "inherit", env: { ...process.env, CHROMIUM_PATH: browser } },
);
process.exitCode = done.status ?? 1;
