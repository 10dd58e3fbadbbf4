/** `npm run measurements:check -- FILE.csv`: one profile per row. */
import { runCommand, withPaths } from "./run-command.mjs";

runCommand("measurements:check", withPaths(process.argv.slice(2)));
