/** `npm run measurements:fit`: fits the check engine's body model on the surveys and writes the people of the size report; about a minute. */
import { spawnSync } from "node:child_process";
import { ensureInstalled, pinnedNode } from "./prepare.mjs";

process.chdir(new URL("..", import.meta.url).pathname);
ensureInstalled();
for (const script of ["fit-model.ts", "write-people.ts"]) {
  const done = spawnSync(pinnedNode(), [`scripts/body-model/${script}`], { stdio: "inherit" });
  process.exitCode ||= done.status ?? 1;
}
