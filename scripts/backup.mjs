/** `npm run backup FILE` writes database, images and keys to one file; the shop may stay open. */
import { runCommand, withPaths } from "./run-command.mjs";

runCommand("backup", withPaths(process.argv.slice(2)), ["overwrite", "without-files"]);
