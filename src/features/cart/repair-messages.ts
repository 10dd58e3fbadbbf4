import { MAX_LINES, MAX_QUANTITY_PER_LINE } from "./cart.ts";
import type { CartRepair } from "./stored-cart.ts";

/** Only repairs that the visitor can act on. */
export function repairMessages(repairs: ReadonlyMap<CartRepair, number>): string[] {
  const words: string[] = [];
  if (repairs.has("cart_unreadable")) {
    words.push("We could not read the cart stored in this browser, so it starts empty.");
  }
  if (repairs.has("line_unreadable")) {
    words.push("Part of your cart could not be read. Everything else is here.");
  }
  if (repairs.has("quantity_corrected")) {
    words.push(
      `A quantity was not possible and was set between 1 and ${MAX_QUANTITY_PER_LINE}. Please check it.`,
    );
  }
  if (repairs.has("price_unknown")) {
    words.push("A price could not be read. You will see the right one at checkout.");
  }
  if (repairs.has("too_many_lines")) {
    words.push(`Your cart holds up to ${MAX_LINES} different pieces. The first ones were kept.`);
  }
  return words;
}
