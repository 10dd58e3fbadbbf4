import type { Result } from "#core/result.ts";
import { fail } from "#core/result.ts";
import type { Actor } from "#features/identity/actor.ts";
import { isAdmin } from "#features/identity/actor.ts";
import type { StockDeps, StockRefusal } from "./change-stock.server.ts";
import { changeStock } from "./change-stock.server.ts";
import type { StockRow } from "./stock-rows.server.ts";

/**
 * Puts a count right by what was counted on the shelf, held pieces among them. With `seen`, what the owner saw before counting, the
 * difference is what changes, so that what was sold in the meantime stays sold.
 */
export async function correctCount(
  deps: StockDeps,
  input: { actor: Actor; sku: string; pieces: number; seen?: number | undefined; note: string },
): Promise<Result<StockRow, StockRefusal | "forbidden">> {
  const { actor, sku, pieces, seen, note } = input;
  if (!isAdmin(actor)) return fail("forbidden");
  const differenceOf = (now: StockRow) => pieces - (seen ?? now.onShelf);
  return changeStock(deps, { actor, sku, note, kind: "corrected", differenceOf });
}
