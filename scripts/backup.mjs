/** `npm run backup FILE`: database, pictures and keys in one file; the shop may stay open. */
import { runCommand, withPaths } from "./run-command.mjs";

runCommand("backup", withPaths(process.argv.slice(2)), ["overwrite"]);
