import { z } from "zod";
import { MAX_COUNTED } from "./stock-entry.ts";

/** Up to so many pieces on the shelf a combination is low, until the owner says otherwise. */
export const DEFAULT_LOW_STOCK = 3;

const words = "Type a whole number from 0 to 100,000.";

/** When a combination is low: at so many pieces on the shelf or fewer; 0 only when it is empty. */
export const stockSettingsSchema = z.object({
  lowStock: z.number(words).int(words).min(0, words).max(MAX_COUNTED, words),
});
