import { readFileSync } from "node:fs";
import type { SurveyColumn } from "#features/body/check/survey-columns.ts";
import { SURVEY_COLUMNS } from "#features/body/check/survey-columns.ts";

export type SurveyFile = "measured-33" | "measured-7" | "measured-waist";
/** Lengths in mm, weight in kg. */
export type Person = {
  readonly sex: "f" | "m";
  readonly values: Readonly<Partial<Record<SurveyColumn, number>>>;
};
export type RowHalf = "odd" | "even";

/** One half of a survey: odd rows fit, even rows test. */
export function readSurvey(file: SurveyFile, half: RowHalf): Person[] {
  const text = readFileSync(new URL(`surveys/${file}.csv`, import.meta.url), "utf8");
  const [head = "", ...lines] = text.trim().split("\n");
  const names = head.trim().split(",");
  const first = half === "odd" ? 0 : 1;
  return lines
    .filter((_, index) => index % 2 === first)
    .map((line) => {
      const cells = line.trim().split(",");
      const values: Partial<Record<SurveyColumn, number>> = {};
      for (const column of SURVEY_COLUMNS) {
        const cell = cells[names.indexOf(column)];
        if (cell) values[column] = Number(cell);
      }
      return { sex: cells[names.indexOf("sex")] === "f" ? "f" : "m", values };
    });
}
