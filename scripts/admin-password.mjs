/**
 * `npm run admin:password [NAME]` sets a new password; `-- --ask` asks for one, `-- --no-second-factor` turns off a
 * lost second factor.
 */
import { runCommand } from "./run-command.mjs";

runCommand("admin:password", process.argv.slice(2), ["ask", "no-second-factor"]);
