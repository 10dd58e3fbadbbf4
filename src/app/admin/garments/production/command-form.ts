import type { z } from "zod";
import { parseMetres } from "#core/metres.ts";
import type { GarmentCommand } from "#features/garments/production/garment-command.ts";
import { garmentCommandSchema } from "#features/garments/production/garment-command.ts";

const text = (form: FormData, name: string) => String(form.get(name) ?? "").trim();

/** What `Number` does not read is refused by the schema. */
const minutesOf = (form: FormData) => {
  const value = text(form, "minutes");
  return value === "" ? null : Number(value);
};

function cutOf(form: FormData): Record<string, number> {
  const entries = [...form].flatMap(([name, value]) => {
    if (!name.startsWith("cut.") || typeof value !== "string" || value.trim() === "") return [];
    return [[name.slice("cut.".length), parseMetres(value) ?? -1] as const];
  });
  return Object.fromEntries(entries);
}

export type ReadCommand = { command: GarmentCommand } | { message: string };

/** The command of a garment's form, in the browser and on the server alike. */
export function readCommand(
  form: FormData,
  garmentId: string,
  extra: { deviceEventId?: string; happenedAt?: string } = {},
): ReadCommand {
  const kind = text(form, "intent");
  const rough: z.input<typeof garmentCommandSchema> | Record<string, unknown> = {
    garmentId,
    version: Number(text(form, "version")),
    kind,
    note: text(form, "note"),
    minutes: minutesOf(form),
    makerId: text(form, "makerId") || null,
    ...extra,
    ...(kind === "move" && {
      to: text(form, "to"),
      areFindingsConfirmed: form.has("areFindingsConfirmed"),
      isPatternByHand: form.has("isPatternByHand"),
      cutMm: cutOf(form),
    }),
  };
  const read = garmentCommandSchema.safeParse(rough);
  if (read.success) return { command: read.data };
  const issue = read.error.issues[0];
  if (issue?.path[0] === "cutMm") return { message: "Please enter metres, such as 3.25." };
  return { message: issue?.message ?? "Please look at the form again." };
}
