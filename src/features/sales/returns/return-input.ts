import { z } from "zod";
import { optionalText } from "#core/text-schema.ts";
import type { LineQuantity } from "#features/orders/order/line-quantities.ts";
import { someLineQuantitiesSchema } from "#features/orders/order/line-quantities-input.ts";
import type { ReturnReason } from "./return-rules.ts";
import { RETURN_REASONS } from "./return-rules.ts";

export type ReturnInput = {
  items: readonly LineQuantity[];
  reason: ReturnReason;
  note: string;
  /** "credit" for store credit instead of the money; the money when absent. */
  way?: ReturnWay;
};

/** How the customer wants to have a return paid back (specification 2.122). */
const RETURN_WAYS = ["origin", "credit"] as const;

type ReturnWay = (typeof RETURN_WAYS)[number];

export const returnSchema = z.object({
  items: someLineQuantitiesSchema,
  reason: z.enum(RETURN_REASONS, "Please choose a reason"),
  note: optionalText("Your note", 1_000),
  way: z.enum(RETURN_WAYS).default("origin"),
});
