/** Prints as JSON what the change against main can reach, for `npm run affected`. */
import { spawnSync } from "node:child_process";
import routeTable from "#app/routes.ts";
import { readImportGraph } from "./import-graph.ts";
import { selectTests } from "./select-tests.ts";
import { listPageRoutes } from "./visited-pages.ts";

function git(...args: string[]): string[] {
  const { status, stderr, stdout } = spawnSync("git", args, { encoding: "utf8" });
  if (status !== 0) throw new Error(`git ${args.join(" ")}: ${stderr}`);
  return stdout.split("\n").filter(Boolean);
}

/** Committed since main, not committed, and new files. Deleted ones reach nothing any more. */
function listChanged(): string[] {
  const [base = "HEAD"] = git("merge-base", "main", "HEAD");
  const changed = git("diff", "--name-only", "--diff-filter=d", base);
  return changed.concat(git("ls-files", "--others", "--exclude-standard"));
}

/** What no import leads to. */
const OTHER_STEPS = [
  [/^src\/db\/migrations\//, "a migration changed: npm run integration, npm run durability"],
  [/^(package(-lock)?\.json|tsconfig\.json|[\w-]+\.config\.ts)$/, "packages or settings: npm test"],
  [/^(scripts|demo)\//, "scripts or demo data changed: npm run durability"],
  [/^(docs\/|biome\.json|\.dependency-cruiser)/, "rules or documents changed: npm run check"],
] as const;

const changed = listChanged();
const selection = selectTests(readImportGraph("."), listPageRoutes(routeTable), changed);
const otherSteps = OTHER_STEPS.filter(([pattern]) => changed.some((file) => pattern.test(file)));
const notRun = otherSteps.map(([, note]) => note);
console.log(JSON.stringify({ changed, notRun, ...selection }));
