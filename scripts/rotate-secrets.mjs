/** `npm run secrets:rotate` adds new keys; `-- --forget-old` removes the former. */
import { runCommand } from "./run-command.mjs";

runCommand("secrets:rotate", process.argv.slice(2), ["forget-old"]);
