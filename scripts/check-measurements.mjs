/** `npm run measurements:check -- FILE.csv`: checks a file with one profile of body measurements in each row. */
import { runCommand, withPaths } from "./run-command.mjs";

runCommand("measurements:check", withPaths(process.argv.slice(2)));
