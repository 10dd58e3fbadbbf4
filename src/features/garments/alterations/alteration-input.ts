import { z } from "zod";
import { parseMoney } from "#core/money-amount.ts";
import { tidyAmount } from "#core/submitted-amount.ts";
import { optionalText, requiredText } from "#core/text-schema.ts";
import { ALTERATION_CAUSES, ALTERATION_REMEDIES } from "./alteration-rules.ts";

const MAX_ALTERATION_NOTE_LENGTH = 1_000;
const MAX_DECISION_LENGTH = 1_000;

/** What a customer submits beside the points of the fit form. */
export const alterationSchema = z.object({
  remedy: z.enum(ALTERATION_REMEDIES, "Please choose what we should do."),
  note: optionalText("Your note", MAX_ALTERATION_NOTE_LENGTH),
});

export type AlterationInput = z.output<typeof alterationSchema>;

/** 99,999.99. */
const MAX_AMOUNT_MINOR = 9_999_999;

/** Dollars and cents as typed, in minor units; empty is 0. */
const amount = (label: string) =>
  z
    .string()
    .optional()
    .transform((text, context) => {
      const submitted = tidyAmount(text ?? "");
      if (submitted === "") return 0;
      const minorUnits = parseMoney(submitted)?.minorUnits;
      if (minorUnits === undefined || minorUnits > MAX_AMOUNT_MINOR) {
        context.addIssue({ code: "custom", message: `${label}: write an amount, such as 35.50.` });
        return z.NEVER;
      }
      return minorUnits;
    });

const decided = {
  cause: z.enum(ALTERATION_CAUSES, "Please choose why it did not fit."),
  cost: amount("Cost"),
  version: z.coerce.number().int(),
};

/** What the atelier decides about a request. */
export const decisionSchema = z.discriminatedUnion(
  "decision",
  [
    z.object({
      decision: z.literal("approved"),
      ...decided,
      note: optionalText("Note", MAX_DECISION_LENGTH),
    }),
    z.object({
      decision: z.literal("credit"),
      ...decided,
      credit: amount("Credit"),
      note: optionalText("Note", MAX_DECISION_LENGTH),
    }),
    z.object({
      decision: z.literal("remake"),
      ...decided,
      note: optionalText("Note", MAX_DECISION_LENGTH),
    }),
    z.object({
      decision: z.literal("declined"),
      ...decided,
      note: requiredText("Reason", MAX_DECISION_LENGTH),
    }),
  ],
  "Please choose what to do.",
);

export type AlterationDecision = z.output<typeof decisionSchema>;

/** A later step of a decided request. */
export const stepSchema = z.object({
  step: z.enum(["received", "done", "give-credit"]),
  version: z.coerce.number().int(),
  cost: amount("Cost"),
  /** Of the receipt. */
  credit: amount("Credit"),
});

export type AlterationStep = z.output<typeof stepSchema>;
