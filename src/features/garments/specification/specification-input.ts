import { z } from "zod";
import { tidyLine, tidyText } from "#core/submitted-text.ts";
import { FITS } from "#features/body/measurement/fit.ts";
import { profileSchema } from "#features/body/measurement/measurement-profile.ts";

const MAX_ID_LENGTH = 64;

/** A field that holds JSON, or its value. */
function decode(submitted: unknown): unknown {
  if (typeof submitted !== "string") return submitted;
  try {
    return JSON.parse(submitted);
  } catch {
    return undefined;
  }
}

const id = z.string().max(MAX_ID_LENGTH);

/**
 * The form of a made-to-measure garment. `choices` is a choice by group; `profile` is the person as the browser or the account
 * has them. Both are JSON in a posted form.
 */
export const specificationSchema = z.object({
  fit: z.enum(FITS, "Please choose how close it fits."),
  remarks: z.string().default("").transform(tidyText),
  monogram: z.string().default("").transform(tidyLine),
  choices: z.preprocess(
    decode,
    z.record(id, id, "The options could not be read. Please choose them again."),
  ),
  profile: z.preprocess(decode, profileSchema.nullable()),
  /** In place of `profile`: a measure-me link whose numbers the sender does not have. */
  link: id.default(""),
});

/** Whose measurements a garment is cut to, as the form says it. */
export type SubmittedPerson = Pick<z.infer<typeof specificationSchema>, "profile" | "link">;
