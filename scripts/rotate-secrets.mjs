/** `npm run secrets:rotate`: new secret keys for an embedded shop, with the former ones beside them; with `-- --forget-old` the former ones are removed. */
import { runCommand } from "./run-command.mjs";

runCommand("secrets:rotate", process.argv.slice(2), ["forget-old"]);
