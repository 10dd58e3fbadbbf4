/** `npm run restore FILE` restores a backup. */
import { runCommand, withPaths } from "./run-command.mjs";

runCommand("restore", withPaths(process.argv.slice(2)), [
  "replace",
  "without-files",
  "without-keys",
]);
