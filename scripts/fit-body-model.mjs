/** `npm run measurements:fit`: fits the check engine's body model on the surveys; about a minute. */
import { spawnSync } from "node:child_process";
import { ensureInstalled, pinnedNode } from "./prepare.mjs";

process.chdir(new URL("..", import.meta.url).pathname);
ensureInstalled();
const done = spawnSync(pinnedNode(), ["scripts/body-model/fit-model.ts"], { stdio: "inherit" });
process.exitCode = done.status ?? 1;
