/** `npm run restore FILE`: the shop as it was when the backup was made. */
import { runCommand, withPaths } from "./run-command.mjs";

runCommand("restore", withPaths(process.argv.slice(2)), ["replace"]);
