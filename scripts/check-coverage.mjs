/** Compares docs/coverage.md with the numbers that tests name in `// Specification 2.17` lines. `--list` prints every sentence with its tests. */
import { globSync, readFileSync } from "node:fs";

const sentences = new Map(
  readFileSync("docs/coverage.md", "utf8")
    .split("\n")
    .filter((line) => /^\| \d/.test(line))
    .map((line) =>
      line
        .split(/(?<!\\)\|/)
        .slice(1, -1)
        .map((cell) => cell.trim()),
    )
    .map(([number, sentence, reason]) => [number, { sentence, reason, tests: [] }]),
);

const problems = [];
const files = globSync([
  "src/**/*.test.{ts,tsx}",
  "tests/**/*.{test,spec}.{ts,tsx}",
  "tests/support/**/*.ts",
]).filter((file, index, all) => all.indexOf(file) === index);
for (const file of files) {
  for (const [index, line] of readFileSync(file, "utf8").split("\n").entries()) {
    const tag = line.match(/^\s*\/\/ Specification (\d+\.\d+(?:, \d+\.\d+)*)$/);
    for (const number of tag?.[1].split(", ") ?? []) {
      const at = `${file}:${index + 1}`;
      if (sentences.has(number)) sentences.get(number).tests.push(at);
      else problems.push(`${at}: the specification has no sentence ${number}`);
    }
  }
}
let proved = 0;
for (const [number, { sentence, reason, tests }] of sentences) {
  if (tests.length > 0) proved += 1;
  else if (!reason) problems.push(`${number} ${sentence}: no test names it`);
  if (process.argv.includes("--list")) console.log(number, sentence, ...tests, reason);
}
for (const problem of problems) console.error(problem);
console.log(
  `${sentences.size} sentences, ${proved} proved by tests, ${sentences.size - proved} with nothing to build, ${problems.length} wrong`,
);
process.exit(problems.length === 0 && sentences.size > 0 ? 0 : 1);
