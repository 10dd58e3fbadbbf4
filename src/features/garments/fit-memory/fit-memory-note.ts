import { z } from "zod";
import type { Fit } from "#features/body/measurement/fit.ts";
import type { Correction } from "./correction.ts";
import { correctionSource, correctionsForFit, correctionText, formatAmount } from "./correction.ts";

const lines = z.array(z.string());
const linesSchema = z.object({ close: lines, regular: lines, easy: lines });

/** What the shop remembers about the clothes of one person and garment type, in words for the one who orders. */
export const fitMemoryNoteSchema = z.object({
  /** A measured person of the account; null for somebody who is known by the name alone. */
  profileId: z.string().nullable(),
  label: z.string(),
  garment: z.string(),
  /** By the fit that is ordered: "Hips: 1 cm (3/8 in) wider, from your Kaieteur Gown of November". */
  lines: linesSchema,
});

export type FitMemoryNote = z.infer<typeof fitMemoryNoteSchema>;

type Remembered = {
  profileId: string | null;
  label: string;
  garment: string;
  corrections: readonly Correction[];
};

const lineOf = (correction: Correction): string =>
  `${correctionText(correction, "cm")} (${formatAmount(correction.mm, "inches")}), ${correctionSource(correction)}`;

/** A fit memory in words, for each fit that can be ordered. */
export function noteOf({ corrections, garment, label, profileId }: Remembered): FitMemoryNote {
  const linesFor = (fit: Fit) => correctionsForFit(corrections, fit).map(lineOf);
  const lines = {
    close: linesFor("close"),
    regular: linesFor("regular"),
    easy: linesFor("easy"),
  };
  return { profileId, label, garment, lines };
}
