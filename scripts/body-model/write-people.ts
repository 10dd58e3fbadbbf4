import { writeFileSync } from "node:fs";
import { PEOPLE_COLUMNS } from "#features/body/size-advice/size-report.ts";
import { completePeople } from "./complete-people.ts";
import { seededRandom } from "./random.ts";

/**
 * Writes the people of the size report: the adults of the general population (the second survey, both halves). Chest and waist,
 * which that survey did not measure, are drawn from the regressions of the others.
 */
const people = (["odd", "even"] as const).flatMap((half) =>
  completePeople(half, 1, seededRandom(31)).filter(({ file }) => file === "measured-7"),
);
const target = new URL("../../src/features/body/size-advice/survey-people.json", import.meta.url);
const encode = (sex: "f" | "m") => {
  const rows = people.filter((person) => person.sex === sex);
  const lengths = rows.flatMap(({ values }) => PEOPLE_COLUMNS.map((name) => values[name]));
  return Buffer.from(Uint16Array.from(lengths, Math.round).buffer).toString("base64");
};
const stored = { columns: PEOPLE_COLUMNS, women: encode("f"), men: encode("m") };
writeFileSync(target, `${JSON.stringify(stored, null, 2)}\n`);
console.log(`${people.length} people`);
