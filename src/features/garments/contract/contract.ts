import { z } from "zod";

const minorUnits = z.number().int().max(Number.MAX_SAFE_INTEGER);

/**
 * An agreed choice with the difference in price. `effect` and `effectNote` are what it changed on the pattern when it was agreed, as
 * options store it; absent where nobody had described it, and in contracts of before.
 */
const agreedOptionSchema = z.object({
  group: z.string(),
  choice: z.string(),
  priceMinor: minorUnits,
  effect: z.string().optional(),
  effectNote: z.string().optional(),
});

export type AgreedOption = z.infer<typeof agreedOptionSchema>;

/** What bookkeeping needs of a contract, and what stays when its measurements are removed. Amounts in minor units. */
export const contractTermsSchema = z.object({
  product: z.string(),
  garment: z.string().nullable(),
  /** The color's name, or that of the cloth which decides it; absent in contracts of before, whose order line says it. */
  color: z.string().optional(),
  /** Prices are differences and may be negative. */
  options: z.array(agreedOptionSchema),
  surchargeMinor: minorUnits,
  currency: z.string(),
  unitPriceMinor: minorUnits,
  /** Calendar days of making at most. */
  extraDays: z.number().int().nonnegative(),
  /** Of the terms of sale and the remake rules that the customer saw. */
  policyVersion: z.number().int(),
  /** Of the consent to measurements; null when nobody had to agree. */
  consentVersion: z.number().int().nullable(),
  /** The ordered line that this garment replaces at no charge; the other amounts are those agreed for it. */
  remakeOf: z.string().optional(),
  /** The customer changed the version before this one, before the piece was approved to cut. */
  changedBy: z.literal("customer").optional(),
});

export type ContractTerms = z.infer<typeof contractTermsSchema>;

/** The terms that a following version begins with: who changed a version is said of that version alone. */
export function termsToContinue({ changedBy: _, ...terms }: ContractTerms): ContractTerms {
  return terms;
}

/** What a version's own data says; 'reduced' after its measurements were removed, 'unreadable' without the key. */
export type ContractState = "valid" | "reduced" | "altered" | "unreadable";

/** Why a version is shown without its measurements. */
export const contractStateMessages: Readonly<Record<Exclude<ContractState, "valid">, string>> = {
  reduced: "The time for changes to this piece is over, so its measurements were removed.",
  altered:
    "This contract does not match its seal, so its measurements are not shown. Please write to us.",
  unreadable: "These measurements cannot be read at the moment. They are still stored.",
};

/** One version in its chain, without values. */
export type ChainLink = {
  version: number;
  hash: string;
  previousHash: string | null;
};

/** Whether the versions follow each other without a gap from the first and each names the hash of the one before it. */
export function isChain(links: readonly ChainLink[]): boolean {
  return links.every(
    ({ previousHash, version }, index) =>
      version === index + 1 && previousHash === (links[index - 1]?.hash ?? null),
  );
}
