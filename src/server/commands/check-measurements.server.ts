import { readFile } from "node:fs/promises";
import { AppError } from "#core/app-error.ts";
import { checkMeasurementFile } from "#features/body/check/check-measurement-file.server.ts";
import type { Command } from "./command.server.ts";
import { readArguments } from "./command.server.ts";

const MAX_PROBLEMS = 20;

/**
 * `npm run measurements:check -- FILE.csv`: one JSON line per profile, with impossible measurements and those
 * to repeat. Returns 1 for an unreadable column or number.
 */
export const checkMeasurementsCommand: Command = async (args, { say }) => {
  const [file, ...rest] = readArguments(args).args;
  if (!file || rest.length > 0) {
    throw new AppError("configuration", "Usage: npm run measurements:check -- FILE.csv");
  }
  const text = await readFile(file, "utf8").catch((error: unknown) => {
    throw new AppError("configuration", `The file ${file} cannot be read.`, { cause: error });
  });
  const result = checkMeasurementFile(text);
  if (!result.ok) {
    const hidden = result.error.length - MAX_PROBLEMS;
    for (const problem of result.error.slice(0, MAX_PROBLEMS)) process.stderr.write(`${problem}\n`);
    if (hidden > 0) process.stderr.write(`… and ${hidden} more.\n`);
    return 1;
  }
  for (const row of result.value) say(JSON.stringify(row));
  return 0;
};
