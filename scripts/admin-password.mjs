/** `npm run admin:password [NAME]`: a new password for an admin, shown once; with `-- --ask` one of your own, with `-- --no-second-factor` a lost second factor is turned off. */
import { runCommand } from "./run-command.mjs";

runCommand("admin:password", process.argv.slice(2), ["ask", "no-second-factor"]);
