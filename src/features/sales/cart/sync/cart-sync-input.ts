import { z } from "zod";
import { MAX_QUANTITY_PER_LINE } from "../cart.ts";
import { MAX_LINE_CHANGES } from "./merge-carts.ts";
import type { SentChange } from "./pending-change.ts";

/** Quantity 0 means removed. */
export type SentLine = SentChange & {
  readonly id: string;
  readonly size: string;
  readonly color: string;
  readonly specification: string;
  readonly quantity: number;
};

const lineSchema = z.object({
  id: z.uuid().toLowerCase(),
  // Postgres refuses control characters, and with them the whole cart.
  size: z
    .string()
    .min(1)
    .max(40)
    .regex(/^[^\p{Cc}\p{Cs}]+$/u),
  color: z.string().regex(/^(#[0-9a-f]{6})?$/i),
  /** Empty for a ready-made item, and from a browser with an earlier version. */
  specification: z.union([z.literal(""), z.uuid().toLowerCase()]).default(""),
  quantity: z.int().min(0).max(MAX_QUANTITY_PER_LINE),
  agoMs: z.number().nullable().catch(null),
  guest: z.boolean().catch(false),
});

/** The valid lines. Never throws. */
export function parseSentLines(raw: unknown): SentLine[] {
  if (!Array.isArray(raw)) return [];
  return raw.slice(0, MAX_LINE_CHANGES).flatMap((value) => {
    const line = lineSchema.safeParse(value);
    return line.success ? [line.data] : [];
  });
}
