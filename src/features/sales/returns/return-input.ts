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
};

export const returnSchema = z.object({
  items: someLineQuantitiesSchema,
  reason: z.enum(RETURN_REASONS, "Please choose a reason"),
  note: optionalText("Your note", 1_000),
});
