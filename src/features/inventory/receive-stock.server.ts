import type { Result } from "#core/result.ts";
import { fail } from "#core/result.ts";
import type { Actor } from "#features/identity/actor.ts";
import { isAdmin } from "#features/identity/actor.ts";
import type { StockDeps, StockRefusal } from "./change-stock.server.ts";
import { changeStock } from "./change-stock.server.ts";
import type { StockRow } from "./stock-rows.server.ts";

/** Puts pieces that came in onto the shelf of the combination with this SKU; answers with what is there then. */
export async function receiveStock(
  deps: StockDeps,
  input: { actor: Actor; sku: string; pieces: number; note: string },
): Promise<Result<StockRow, StockRefusal | "forbidden">> {
  const { actor, sku, pieces, note } = input;
  if (!isAdmin(actor)) return fail("forbidden");
  return changeStock(deps, { actor, sku, note, kind: "received", differenceOf: () => pieces });
}
