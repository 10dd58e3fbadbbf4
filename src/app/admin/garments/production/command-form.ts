import { z } from "zod";
import { buttonText, isSent, readFields, shownVersion, textsByName } from "#app/web/form-fields.ts";
import { parseMetres } from "#core/metres.ts";
import type { GarmentCommand } from "#features/garments/production/garment-command.ts";
import { garmentCommandSchema } from "#features/garments/production/garment-command.ts";

const line = buttonText.transform((value) => value.trim());

/** The fields of a garment's form; what cannot be read is refused by the command's own schema. */
const commandFields = z.object({
  intent: line,
  version: shownVersion,
  note: line,
  minutes: line,
  makerId: line,
  to: line,
  areFindingsConfirmed: isSent,
  isPatternByHand: isSent,
  /** Metres by cloth. */
  cut: textsByName,
});

function cutOf(metres: Readonly<Record<string, string>>): Record<string, number> {
  const entered = Object.entries(metres).filter(([, value]) => value.trim() !== "");
  return Object.fromEntries(entered.map(([cloth, value]) => [cloth, parseMetres(value) ?? -1]));
}

export type ReadCommand = { command: GarmentCommand } | { message: string };

/** The command of a garment's form, in the browser and on the server alike. */
export function readCommand(
  form: FormData,
  garmentId: string,
  extra: { deviceEventId?: string; happenedAt?: string } = {},
): ReadCommand {
  const fields = readFields(form, commandFields);
  const { intent, makerId, minutes, note, to, version } = fields;
  const rough: z.input<typeof garmentCommandSchema> | Record<string, unknown> = {
    garmentId,
    version,
    kind: intent,
    note,
    // What `Number` does not read is refused by the schema.
    minutes: minutes === "" ? null : Number(minutes),
    makerId: makerId || null,
    ...extra,
    ...(intent === "move" && {
      to,
      areFindingsConfirmed: fields.areFindingsConfirmed,
      isPatternByHand: fields.isPatternByHand,
      cutMm: cutOf(fields.cut),
    }),
  };
  const read = garmentCommandSchema.safeParse(rough);
  if (read.success) return { command: read.data };
  const issue = read.error.issues[0];
  if (issue?.path[0] === "cutMm") return { message: "Please enter metres, such as 3.25." };
  return { message: issue?.message ?? "Please look at the form again." };
}
