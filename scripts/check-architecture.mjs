/** Checks the imports between layers and domains, and that no file, export or package is dead. */
import { execFileSync, spawnSync } from "node:child_process";
import { globSync } from "node:fs";

function cruise() {
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
}

/** Fails also for few modules: an unsuitable parser reports no violation. */
function checkImports() {
  const sources = globSync("src/**/*.{ts,tsx}").filter(
    (file) => !/\.test\.tsx?$/.test(file),
  ).length;
  const report = JSON.parse(cruise());
  const modules = report.modules.filter((module) => module.source.startsWith("src/")).length;
  const imports = report.modules.reduce(
    (sum, module) =>
      sum + module.dependencies.filter((to) => to.resolved.startsWith("src/")).length,
    0,
  );
  const { violations } = report.summary;
  for (const { rule, from, to } of violations) console.error(`${rule.name}: ${from} -> ${to}`);
  console.log(
    `${modules} modules, ${imports} imports between them, ${violations.length} violations`,
  );
  if (modules < sources * 0.9 || imports < modules) {
    console.error(`There are ${sources} modules: the check would prove nothing.`);
    return false;
  }
  return violations.length === 0;
}

/** Knip reads knip.config.ts and prints what it finds; it fails also for an entry that names no file. */
function checkDeadCode() {
  const program = ["node_modules/knip/bin/knip.js", "--no-progress"];
  const { status, stdout, stderr } = spawnSync(process.execPath, program, { encoding: "utf8" });
  if (status === 0) console.log("No dead file, export or package");
  else console.error(`${stdout}${stderr}`);
  return status === 0;
}

const results = [checkImports(), checkDeadCode()];
process.exit(results.every(Boolean) ? 0 : 1);
