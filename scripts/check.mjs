/** `npm run check`: static checks and unit tests. */
import { ensureInstalled } from "./prepare.mjs";
import { checkSource, printTimes, run, runBeside } from "./run-step.mjs";

process.chdir(new URL("..", import.meta.url).pathname);
ensureInstalled();
const typegen = await run("types: route types", "node_modules/@react-router/dev/bin.cjs", [
  "typegen",
]);
const [unit, checks] = await Promise.all([
  runBeside("unit", "node_modules/vitest/vitest.mjs", [
    "run",
    "--project=unit",
    "--reporter=dot",
    "--no-color",
  ]),
  checkSource(),
]);
const steps = [typegen, unit, ...checks];
printTimes(steps);
process.exit(steps.every(({ isOk }) => isOk) ? 0 : 1);
