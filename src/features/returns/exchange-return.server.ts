import { and, asc, eq, inArray, isNull, max } from "drizzle-orm";
import type { Result } from "#core/result.ts";
import { fail, ok } from "#core/result.ts";
import type { Queryable, Transaction } from "#db/client.server.ts";
import type { CacheInvalidation } from "#db/content-version.server.ts";
import { bumpForStock } from "#db/content-version.server.ts";
import { products, productVariants } from "#db/schema/catalog.server.ts";
import { orderItems } from "#db/schema/orders.server.ts";
import type { Actor } from "#features/identity/actor.ts";
import { isAdmin } from "#features/identity/actor.ts";
import { deductStock, recordSold } from "#features/inventory/stock-ledger.server.ts";
import { canReturnBecome } from "#features/orders/return-progress.ts";
import { returnExchangedEmail } from "./return-email.ts";
import type { ExchangeChoice } from "./return-rules.ts";
import { canExchangeFor } from "./return-rules.ts";
import type { LockedReturn, ReturnDeps } from "./settle-return.server.ts";
import { lockReturn, recordReturnStep } from "./settle-return.server.ts";

export type Replacement = { itemId: string; variantId: string };

/** 'not_the_piece': each received line needs one variant of its product. */
export type ExchangeReturnFailure =
  | "forbidden"
  | "not_found"
  | "not_received"
  | "not_the_piece"
  | "sold_out";

type Chosen = {
  line: LockedReturn["order"]["lines"][number];
  quantity: number;
  variant: { id: string; size: string; color: string; colorName: string };
};

/** Null if a variant is missing or of another product. */
async function choose(
  tx: Transaction,
  { asked: requested, order }: LockedReturn,
  replacements: readonly Replacement[],
): Promise<Chosen[] | null> {
  const came = requested.pieces.filter(({ received }) => (received ?? 0) > 0);
  const ids = replacements.map(({ variantId }) => variantId);
  if (ids.length !== came.length) return null;
  const variants = await tx
    .select({
      id: productVariants.id,
      productId: productVariants.productId,
      size: productVariants.size,
      color: productVariants.color,
      colors: products.colors,
    })
    .from(productVariants)
    .innerJoin(products, eq(products.id, productVariants.productId))
    .where(inArray(productVariants.id, ids));
  const chosen = came.flatMap(({ itemId, received }) => {
    const line = order.lines.find(({ id }) => id === itemId);
    const wanted = replacements.find((each) => each.itemId === itemId)?.variantId;
    const variant = variants.find(({ id }) => id === wanted);
    if (!line || !variant || !canExchangeFor(line, variant)) return [];
    const colorName = variant.colors.find(({ hex }) => hex === variant.color)?.name ?? "";
    return [{ line, quantity: received ?? 0, variant: { ...variant, colorName } }];
  });
  return chosen.length === came.length ? chosen : null;
}

/** They cost nothing and ship like any other. */
async function addLines(tx: Transaction, orderId: string, chosen: readonly Chosen[]) {
  const [last] = await tx
    .select({ position: max(orderItems.position) })
    .from(orderItems)
    .where(eq(orderItems.orderId, orderId));
  const from = (last?.position ?? 0) + 1;
  await tx.insert(orderItems).values(
    chosen.map(({ line, quantity, variant }, index) => ({
      orderId,
      productId: line.productId,
      variantId: variant.id,
      productName: line.productName,
      mediaId: line.mediaId,
      size: variant.size,
      color: variant.color,
      colorName: variant.colorName,
      quantity,
      unitPriceMinor: 0,
      madeToMeasure: line.madeToMeasure && variant.size === line.size,
      position: from + index,
    })),
  );
}

/**
 * Exchanges a received return for available variants of the same products (specification 2, Returns).
 * Received lines become free lines of the order, taken from stock; emails the customer.
 */
export async function exchangeReturn(
  deps: ReturnDeps & { content: CacheInvalidation },
  input: {
    actor: Actor;
    orderId: string;
    returnId: string;
    replacements: readonly Replacement[];
  },
): Promise<Result<null, ExchangeReturnFailure>> {
  const { actor, orderId, replacements, returnId } = input;
  if (!isAdmin(actor)) return fail("forbidden");
  const written = await deps.db.transaction(async (tx) => {
    const locked = await lockReturn(tx, orderId, returnId);
    if (!locked) return fail("not_found" as const);
    const { asked: requested, order } = locked;
    const isOpen = canReturnBecome(requested.status, "exchanged") && order.status === "completed";
    if (!isOpen) return fail("not_received" as const);
    const chosen = await choose(tx, locked, replacements);
    if (!chosen) return fail("not_the_piece" as const);
    const {
      shortages,
      taken: deducted,
      changedProducts,
    } = await deductStock(
      tx,
      chosen.map(({ quantity, variant }) => ({ variantId: variant.id, quantity })),
    );
    if (shortages.length > 0) return fail("sold_out" as const);
    await recordSold(tx, order.id, deducted);
    await addLines(tx, order.id, chosen);
    await recordReturnStep(tx, deps, locked, {
      actor,
      to: "exchanged",
      event: "return_exchanged",
      mail: (outcome) =>
        returnExchangedEmail({
          ...outcome,
          replacements: chosen.map(({ line, quantity, variant }) => ({
            name: line.productName,
            size: [variant.size, variant.colorName].filter(Boolean).join(", "),
            quantity,
          })),
        }),
    });
    return ok(await bumpForStock(tx, changedProducts));
  });
  if (!written.ok) return written;
  if (written.value) await deps.content.settle(written.value);
  return ok(null);
}

/** Available variants by color and size. */
export async function exchangeChoices(
  db: Queryable,
  productIds: readonly string[],
): Promise<ExchangeChoice[]> {
  if (productIds.length === 0) return [];
  const rows = await db
    .select({
      variantId: productVariants.id,
      productId: productVariants.productId,
      size: productVariants.size,
      color: productVariants.color,
      colors: products.colors,
      sizes: products.sizes,
      left: productVariants.stockCount,
    })
    .from(productVariants)
    .innerJoin(products, eq(products.id, productVariants.productId))
    .where(and(inArray(products.id, [...productIds]), isNull(products.deletedAt)))
    .orderBy(asc(productVariants.size));
  const lastIfUnknown = (index: number) => (index < 0 ? Number.MAX_SAFE_INTEGER : index);
  return rows
    .filter(({ left }) => left === null || left > 0)
    .map(({ color, colors, sizes, ...row }) => {
      const colorAt = colors.findIndex(({ hex }) => hex === color);
      const rank = { color: lastIfUnknown(colorAt), size: lastIfUnknown(sizes.indexOf(row.size)) };
      return { rank, choice: { ...row, colorName: colors[colorAt]?.name ?? "" } };
    })
    .sort((a, b) => a.rank.color - b.rank.color || a.rank.size - b.rank.size)
    .map(({ choice }) => choice);
}
