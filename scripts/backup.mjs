/** `npm run backup FILE`: database, images and keys in one file, also while the shop runs. */
import { runCommand, withPaths } from "./run-command.mjs";

runCommand("backup", withPaths(process.argv.slice(2)), ["overwrite", "without-files"]);
