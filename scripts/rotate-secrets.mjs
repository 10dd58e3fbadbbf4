/**
 * `npm run secrets:rotate` adds new keys. `-- --forget-old` removes the former ones, unless a running process, a row of the database
 * or a backup still needs them; `--give-up-backups` removes them although old backups need them.
 */
import { runCommand } from "./run-command.mjs";

runCommand("secrets:rotate", process.argv.slice(2), ["forget-old", "give-up-backups"]);
