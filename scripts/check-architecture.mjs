/** Fails also for few modules: an unsuitable parser reports no violation. */
import { execFileSync } from "node:child_process";
import { globSync } from "node:fs";

const sources = globSync("src/**/*.{ts,tsx}").filter((file) => !/\.test\.tsx?$/.test(file)).length;
const run = () => {
  try {
    return execFileSync(
      process.execPath,
      [
        "node_modules/dependency-cruiser/bin/dependency-cruiser.mjs",
        "--config",
        ".dependency-cruiser.mjs",
        "--output-type",
        "json",
        "src",
      ],
      { encoding: "utf8", maxBuffer: 256 * 1024 * 1024 },
    );
  } catch (error) {
    if (error.stdout) return error.stdout;
    throw error;
  }
};

const report = JSON.parse(run());
const moduleCount = report.modules.filter((module) => module.source.startsWith("src/")).length;
const edges = report.modules.reduce(
  (sum, module) => sum + module.dependencies.filter((to) => to.resolved.startsWith("src/")).length,
  0,
);
for (const violation of report.summary.violations) {
  console.error(`${violation.rule.name}: ${violation.from} -> ${violation.to}`);
}
if (moduleCount < sources * 0.9 || edges < moduleCount) {
  console.error(
    `Only ${moduleCount} of ${sources} modules and ${edges} imports were found: the check would prove nothing.`,
  );
  process.exit(1);
}
const failed = report.summary.violations.length;
console.log(`${moduleCount} modules, ${edges} imports between them, ${failed} violations`);
process.exit(failed === 0 ? 0 : 1);
