/** `npm run check`: static checks and unit tests. */
import { run, runBeside, SOURCE_CHECKS } from "./run-step.mjs";

process.chdir(new URL("..", import.meta.url).pathname);

async function checkSource() {
  let passed = true;
  for (const step of SOURCE_CHECKS) passed = (await runBeside(...step)) && passed;
  return passed;
}

const typegen = run("types: route types", "node_modules/@react-router/dev/bin.cjs", ["typegen"]);
const unit = ["node_modules/vitest/vitest.mjs", ["run", "--project=unit", "--reporter=dot"]];
const results = await Promise.all([checkSource(), runBeside("unit", ...unit)]);
process.exit(typegen && results.every(Boolean) ? 0 : 1);
