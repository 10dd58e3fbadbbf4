/** Fails for a banned word of docs/glossary.md in a file or exported name. */
import { globSync, readFileSync } from "node:fs";

const section = readFileSync("docs/glossary.md", "utf8").split("## Words the code does not use")[1];
const banned = new Set(
  [...section.matchAll(/^\| ([a-z, ]+?)(?: \(.*?\))? \|/gm)]
    .flatMap(([, words]) => words.split(", "))
    .filter((word) => word !== "not"),
);
const limits = new Set(["most", "longest"]);
if (banned.size < 30) throw new Error("The list of words in docs/glossary.md could not be read.");

const wordsOf = (name) =>
  name
    .replace(/([a-z0-9])([A-Z])/g, "$1 $2")
    .replace(/([A-Z]+)([A-Z][a-z])/g, "$1 $2")
    .split(/[^A-Za-z]+/)
    .map((word) => word.toLowerCase());

function wrongWords(name) {
  const isLimit = /^[A-Z0-9_]+$/.test(name);
  const words = wordsOf(name.replace(/place-?order/gi, ""));
  return words.filter((word) => banned.has(word) && (isLimit || !limits.has(word)));
}

const problems = [];
let names = 0;
for (const file of globSync("{src,tests,bench,scripts}/**/*.{ts,tsx,mjs,css}")) {
  if (file.includes("node_modules")) continue;
  for (const word of file.split("/").flatMap(wrongWords)) problems.push(`${file}: "${word}"`);
  const text = readFileSync(file, "utf8");
  const exported =
    /^export (?:default )?(?:async )?(?:function\*?|const|let|class|interface|type|enum) (\w+)/gm;
  for (const [, name] of text.matchAll(exported)) {
    names += 1;
    for (const word of wrongWords(name)) problems.push(`${file}: "${word}" in ${name}`);
  }
}
for (const problem of problems) console.error(`${problem} (docs/glossary.md)`);
if (names < 1000) problems.push("Too few exported names were seen.");
console.log(`${names} exported names, ${problems.length} with a word the code does not use`);
process.exit(problems.length === 0 ? 0 : 1);
