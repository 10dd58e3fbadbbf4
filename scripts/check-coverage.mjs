/** Holds docs/coverage.md against the tree: every place and test a row names must exist; `open` marks what is still to come. */
import { existsSync, readFileSync } from "node:fs";

const rows = readFileSync("docs/coverage.md", "utf8")
  .split("\n")
  .filter((line) => /^\| \d/.test(line))
  .map((line) =>
    line
      .split(/(?<!\\)\|/)
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );

const problems = [];
let open = 0;
for (const [section, sentence, place, test] of rows) {
  if (test === undefined) {
    problems.push(`${section} ${sentence}: a row has four cells`);
    continue;
  }
  if (test === "open") open += 1;
  for (const cell of [place, test]) {
    for (const [, name] of cell.matchAll(/`([^`]+)`/g)) {
      const [file, title] = name.split("::");
      if (!existsSync(file)) problems.push(`${section} ${sentence}: no file ${file}`);
      else if (title && !readFileSync(file, "utf8").includes(title)) {
        problems.push(`${section} ${sentence}: no test "${title}" in ${file}`);
      }
    }
  }
}
for (const problem of problems) console.error(problem);
console.log(
  `${rows.length} sentences, ${rows.length - open} proved, ${open} open, ${problems.length} wrong`,
);
process.exit(problems.length === 0 && rows.length > 0 ? 0 : 1);
