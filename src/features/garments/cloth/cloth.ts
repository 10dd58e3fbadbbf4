import { z } from "zod";
import { parseMetres } from "#core/metres.ts";
import { tidyLine, tidyText } from "#core/submitted-text.ts";
import { tidyNumber } from "#core/written-number.ts";

const MM_PER_METRE = 1_000;
const MM_PER_CM = 10;
const MAX_METRES = 10_000;
const MAX_WIDTH_CM = 400;
const MAX_NAME_LENGTH = 80;
const MAX_COMPOSITION_LENGTH = 120;
const MAX_ORIGIN_LENGTH = 60;
const MAX_DESCRIPTION_LENGTH = 500;
const MAX_NOTE_LENGTH = 200;

export type ClothLevel = "enough" | "low" | "used up";

/** The level of a cloth by its free length: low at the owner's threshold and below. */
export function clothLevel(cloth: {
  lengthMm: number;
  committedMm: number;
  lowStockMm: number;
}): ClothLevel {
  const freeMm = cloth.lengthMm - cloth.committedMm;
  if (freeMm <= 0) return "used up";
  return freeMm <= cloth.lowStockMm ? "low" : "enough";
}

/** Whether a cloth serves a garment that needs this length; cloth that is used up serves none. */
export function isClothEnough(lengthMm: number, neededMm: number): boolean {
  return lengthMm >= Math.max(1, neededMm);
}

const limited = (max: number, label: string) =>
  z
    .string()
    .default("")
    .transform(tidyText)
    .refine(({ length }) => length <= max, `${label} may have ${max} characters at most.`);

const metres = (message: string, from: number) =>
  z.string(message).transform((text, context) => {
    const mm = parseMetres(text);
    if (mm !== null && mm >= from && mm <= MAX_METRES * MM_PER_METRE) return mm;
    context.addIssue({ code: "custom", message });
    return z.NEVER;
  });

const NAME_MISSING = "Give the cloth a name.";
const COLOR_INVALID = "Enter a color such as #1F2A3C, or leave it empty.";
const WIDTH_INVALID = `Enter the width in centimetres, up to ${MAX_WIDTH_CM}, or leave it empty.`;
const MAX_STRETCH_PERCENT = 200;
const STRETCH_INVALID = `Enter whole percent from 0 to ${MAX_STRETCH_PERCENT}, or leave it empty.`;
const LOW_INVALID = "Enter metres, such as 10 or 7.5.";

/** What the owner enters about a cloth; lengths become whole millimetres. */
export const clothInput = z.object({
  name: z
    .string(NAME_MISSING)
    .transform(tidyLine)
    .refine((name) => name !== "", { error: NAME_MISSING, abort: true })
    .refine(
      ({ length }) => length <= MAX_NAME_LENGTH,
      `The name may have ${MAX_NAME_LENGTH} characters at most.`,
    ),
  composition: limited(MAX_COMPOSITION_LENGTH, "The composition"),
  origin: z
    .string()
    .default("")
    .transform(tidyLine)
    .refine(
      ({ length }) => length <= MAX_ORIGIN_LENGTH,
      `Where it comes from may have ${MAX_ORIGIN_LENGTH} characters at most.`,
    ),
  description: limited(MAX_DESCRIPTION_LENGTH, "The description"),
  colorHex: z
    .string()
    .default("")
    .transform((text) => text.trim().toUpperCase())
    .refine((text) => /^(#[0-9A-F]{6})?$/.test(text), COLOR_INVALID),
  mediaId: z.uuid("Choose the picture again.").optional(),
  width: z
    .string()
    .default("")
    .transform((text, context) => {
      if (text.trim() === "") return null;
      const mm = Math.round(Number(tidyNumber(text).replace(",", ".")) * MM_PER_CM);
      if (Number.isInteger(mm) && mm > 0 && mm <= MAX_WIDTH_CM * MM_PER_CM) return mm;
      context.addIssue({ code: "custom", message: WIDTH_INVALID });
      return z.NEVER;
    }),
  /** Percent across; 0 of a woven cloth, null when not entered. */
  stretch: z
    .string()
    .default("")
    .transform((text, context) => {
      if (text.trim() === "") return null;
      const percent = Number(tidyNumber(text).replace(/\s*%$/, ""));
      if (Number.isInteger(percent) && percent >= 0 && percent <= MAX_STRETCH_PERCENT) {
        return percent;
      }
      context.addIssue({ code: "custom", message: STRETCH_INVALID });
      return z.NEVER;
    }),
  isOneWay: z.boolean().default(false),
  lowStock: metres(LOW_INVALID, 0),
});

export type ClothInput = z.output<typeof clothInput>;

const note = z
  .string()
  .default("")
  .transform(tidyLine)
  .refine(
    ({ length }) => length <= MAX_NOTE_LENGTH,
    `A reason may have ${MAX_NOTE_LENGTH} characters at most.`,
  );

/** Cloth that arrived, or the length that was measured with the length that the page showed. */
export const clothEntry = z.discriminatedUnion("intent", [
  z.object({
    intent: z.literal("receive"),
    length: metres("Enter how many metres arrived, such as 40 or 12.5.", 1),
    note,
  }),
  z.object({
    intent: z.literal("count"),
    length: metres("Enter how many metres are in stock, such as 40 or 12.5.", 0),
    note,
    knownLength: z
      .string()
      .regex(/^\d{1,8}$/)
      .transform(Number)
      .optional(),
  }),
]);

export type ClothEntry = z.output<typeof clothEntry>;
