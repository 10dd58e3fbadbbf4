import { CsvError, parse } from "csv-parse/sync";
import type { Result } from "#core/result.ts";
import { fail, ok } from "#core/result.ts";
import { checkSurveyProfile } from "./check-engine.ts";
import type { CheckLevel, ProfileValue } from "./check-profile.ts";
import { HARD_RANGES } from "./rule-table.ts";

export type CheckedRow = {
  readonly row: number;
  readonly stops: readonly string[];
  readonly asks: readonly string[];
};

/** Columns of the surveys that are no measurements. */
const IGNORED = ["sex", "age"];
const NUMBER = /^[+-]?\d{1,9}(\.\d{1,9})?$/;

/**
 * Checks a CSV file with one profile in each row: the columns of the surveys and the shop's other measurements, in mm and kg;
 * cells may be empty. Fails with one message for each column or cell that it cannot read.
 */
export function checkMeasurementFile(text: string): Result<CheckedRow[], string[]> {
  let records: string[][];
  try {
    records = parse(text, { bom: true, trim: true, relax_column_count_less: true });
  } catch (error) {
    if (error instanceof CsvError) return fail([`The file is not a CSV file: ${error.message}.`]);
    throw error;
  }
  const [columns, ...rows] = records;
  if (!columns) return fail(["The file is empty: its first line names the columns."]);
  const problems = columnProblems(columns);
  if (problems.length > 0) return fail(problems);
  const profiles = rows.map((cells, index) => readProfile(columns, cells, index + 1, problems));
  if (problems.length > 0) return fail(problems);
  return ok(profiles.map((profile, index) => checkRow(profile, index + 1)));
}

const isKnown = (column: string) => IGNORED.includes(column) || Object.hasOwn(HARD_RANGES, column);

function columnProblems(columns: readonly string[]): string[] {
  const unknown = columns.filter((column) => !isKnown(column));
  const repeated = columns.filter((column, index) => columns.indexOf(column) < index);
  return [
    ...unknown.map(
      (column) =>
        `Unknown column "${column}". Known columns: ${Object.keys(HARD_RANGES).join(", ")}, ${IGNORED.join(", ")}.`,
    ),
    ...repeated.map((column) => `The column "${column}" is there twice.`),
  ];
}

function readProfile(
  columns: readonly string[],
  cells: readonly string[],
  row: number,
  problems: string[],
): ProfileValue[] {
  return columns.flatMap((name, index) => {
    const cell = cells[index] ?? "";
    if (cell === "" || IGNORED.includes(name)) return [];
    if (NUMBER.test(cell)) return [{ name, readings: [Number(cell)] }];
    problems.push(`Row ${row}, ${name}: "${cell}" is not a number (mm or kg, with a point: 70.5).`);
    return [];
  });
}

function checkRow(profile: readonly ProfileValue[], row: number): CheckedRow {
  const { findings } = checkSurveyProfile(profile);
  const namesOf = (wanted: CheckLevel) =>
    findings.filter(({ level }) => level === wanted).map(({ name }) => name);
  return { row, stops: namesOf("stop"), asks: namesOf("ask") };
}
