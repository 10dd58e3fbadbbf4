/** `npm run files:check` compares storage and media library; `-- --remove-orphans` removes files without an item. */
import { runCommand } from "./run-command.mjs";

runCommand("files:check", process.argv.slice(2), ["remove-orphans"]);
