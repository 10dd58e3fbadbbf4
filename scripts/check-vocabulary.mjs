/** Fails for a word that docs/glossary.md rules out in the name of a file or in a name that a file declares. */
import { globSync, readFileSync } from "node:fs";
import { declaredNames } from "./declared-names.mjs";

const section = readFileSync("docs/glossary.md", "utf8").split("## Words the code does not use")[1];
const banned = new Set(
  [...section.matchAll(/^\| ([a-z, ]+?)(?: \(.*?\))? \|/gm)]
    .flatMap(([, listed]) => listed.split(", "))
    .filter((word) => word !== "not"),
);
const limits = new Set(["most", "longest"]);
if (banned.size < 30) throw new Error("The list of words in docs/glossary.md could not be read.");

/** Names that stay, each with its reason. */
const EXCEPTIONS = [
  { names: ["fold", "onFold"], reason: "The fold of the cloth is the sewing term of a pattern." },
  {
    names: ["HemPlace", "isHemPlace", "place"],
    reason: "The place of a hem is the tailor's term: the garment ends at the knee.",
    file: /hem-places(?:\.test)?\.ts$|target-measures\.test\.ts$|style-rules\.ts$/,
  },
  { names: ["acceptedAnswer"], reason: "schema.org names the property." },
  { names: ["no_action_taken"], reason: "Stripe names the code of a declined card." },
  { names: ["PICTURES"], reason: "Owners have set this variable of the environment." },
  { names: ["askAfterDays"], reason: "The key of a stored setting." },
  { names: ["easeAsked"], reason: "The key of sealed drafts, which no migration can open." },
  {
    names: ["pictures", "settingsKeyMark"],
    reason: "Keys in the list of contents of older backups.",
  },
  {
    names: ["answered", "kept"],
    reason: "The state that a stored inbox entry or donation has.",
    file: /(?:inbox|change-entries|donation)[^/]*$/,
  },
  { names: ["gift"], reason: "A word that customers search for.", file: /search-reading\.ts$/ },
  {
    names: ["pieces", "answer", "answers", "askedAt"],
    reason: "Customers read these keys in the file of their data.",
    file: /export(?:-account|-fit|ed-messages|ed-orders)\.server(?:\.test)?\.ts$/,
  },
  {
    names: ["Pieces"],
    reason: "The label of a field, as the page writes it.",
    file: /\.test\.ts$/,
  },
  {
    names: ["figures"],
    reason: "The key of the files in public/figures, which browsers keep.",
    file: /(?:required-measurements\.test|mannequin-data\.browser)\.ts$/,
  },
  {
    names: ["parcel", "parcelId", "piece", "pieces", "told", "words", "seen", "pictures"],
    reason: "The keys that the migration renames.",
    file: /renamed-keys-migration\.server\.test\.ts$/,
  },
];

const isException = (file, name) =>
  EXCEPTIONS.some(({ names, file: only }) => names.includes(name) && (only?.test(file) ?? true));

const splitName = (name) =>
  name
    .replace(/([a-z0-9])([A-Z])/g, "$1 $2")
    .replace(/([A-Z]+)([A-Z][a-z])/g, "$1 $2")
    .split(/[^A-Za-z]+/)
    .map((word) => word.toLowerCase());

function ruledOut(name) {
  const isLimit = /^[A-Z0-9_]+$/.test(name);
  const parts = splitName(name.replace(/place-?order/gi, ""));
  return parts.filter((word) => banned.has(word) && (isLimit || !limits.has(word)));
}

const problems = [];
let declared = 0;
for (const file of globSync("{src,tests,bench,scripts}/**/*.{ts,tsx,mjs,css}")) {
  if (file.includes("node_modules")) continue;
  for (const word of file.split("/").flatMap(ruledOut)) problems.push(`${file}: "${word}"`);
  if (file.endsWith(".css")) continue;
  const names = declaredNames(file, readFileSync(file, "utf8"));
  declared += names.length;
  for (const name of new Set(names)) {
    if (isException(file, name)) continue;
    for (const word of ruledOut(name)) problems.push(`${file}: "${word}" in ${name}`);
  }
}
for (const problem of problems) console.error(`${problem} (docs/glossary.md)`);
if (declared < 50_000) problems.push("Too few declared names were found.");
console.log(
  `${declared} declared names, ${problems.length} with a word that the code does not use`,
);
process.exit(problems.length === 0 ? 0 : 1);
