/**
 * `npm run files:check` compares the storage with every row that names a file; `-- --remove-orphans` removes files that nothing names,
 * `-- --accept-lost` accepts that customers' photos which no backup has are lost.
 */
import { runCommand } from "./run-command.mjs";

runCommand("files:check", process.argv.slice(2), ["remove-orphans", "accept-lost"]);
