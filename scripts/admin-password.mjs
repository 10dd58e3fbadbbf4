/**
 * `npm run admin:password [NAME]` sets a new password; `-- --ask` asks for it, `-- --no-second-factor` turns
 * a lost one off.
 */
import { runCommand } from "./run-command.mjs";

runCommand("admin:password", process.argv.slice(2), ["ask", "no-second-factor"]);
