/**
 * Compares docs/coverage.md and docs/promises.md with the `// Specification 2.17` lines and promises' tests.
 * `--list` prints each sentence with its tests.
 */
import { existsSync, globSync, readFileSync } from "node:fs";

const rowsOf = (file) =>
  readFileSync(file, "utf8")
    .split("\n")
    .filter((line) => /^\| \d/.test(line))
    .map((line) =>
      line
        .split(/(?<!\\)\|/)
        .slice(1, -1)
        .map((cell) => cell.trim()),
    );

const sentences = new Map(
  rowsOf("docs/coverage.md").map(([number, sentence, reason]) => [
    number,
    { sentence, reason, tests: [] },
  ]),
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
const promises = rowsOf("docs/promises.md");
for (const [numbers, promise, , test] of promises) {
  for (const number of numbers.split(", ")) {
    if (!sentences.has(number)) problems.push(`docs/promises.md: no sentence ${number}`);
  }
  const [, file, name] = test.match(/^(\S+): (.+)$/) ?? [];
  const source = file && existsSync(file) ? readFileSync(file, "utf8") : "";
  if (!name || !source.includes(name)) {
    problems.push(`docs/promises.md: ${numbers} ${promise} names no test that exists: ${test}`);
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
  `${sentences.size} sentences, ${proved} proved by tests, ${sentences.size - proved} with nothing to build, ${promises.length} promises with the test that keeps them, ${problems.length} wrong`,
);
process.exit(problems.length === 0 && sentences.size > 0 ? 0 : 1);
