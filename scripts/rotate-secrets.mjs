/** `npm run secrets:rotate` creates new keys and keeps the former ones; `-- --forget-old` removes those. */
import { runCommand } from "./run-command.mjs";

runCommand("secrets:rotate", process.argv.slice(2), ["forget-old"]);
