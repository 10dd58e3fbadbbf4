import { and, eq, or, sql } from "drizzle-orm";
import type { MoneyAmount } from "#core/money-amount.ts";
import { toDecimal } from "#core/money-amount.ts";
import type { Result } from "#core/result.ts";
import { fail, ok } from "#core/result.ts";
import type { Database, Transaction } from "#db/client.server.ts";
import { cartLines } from "#db/schema/cart.server.ts";
import { profiles } from "#db/schema/identity.server.ts";
import type { Actor } from "#features/base/identity/actor.ts";
import { isSignedIn } from "#features/base/identity/actor.ts";
import type { ProductForSale } from "#features/catalog/listing/catalog-queries.server.ts";
import { findProductsByIds } from "#features/catalog/listing/catalog-queries.server.ts";
import { priceOf } from "#features/catalog/products/product.ts";
import { madeToMeasurePrice } from "#features/garments/options/made-to-measure-terms.ts";
import { shownGarment } from "#features/garments/options/shown-cloth.ts";
import type { OrderableFit } from "#features/garments/specification/fit-draft.ts";
import { moveToAccount } from "#features/garments/specification/specification-owner.server.ts";
import { listOrderableFits } from "#features/garments/specification/specification-queries.server.ts";
import type { Clock } from "#platform/clock.server.ts";
import { imageVariantPath } from "#ui/image-widths.ts";
import type { CartLine } from "../cart.ts";
import { cartItemIdOf } from "../cart.ts";
import type { SentLine } from "./cart-sync-input.ts";
import type { LineChange } from "./merge-carts.ts";
import { mergeCarts, withinCartLimits } from "./merge-carts.ts";
import { changesOfAccount, momentOf } from "./pending-change.ts";

/** Lines have current names, images and prices. */
export type SyncedCart = {
  readonly lines: readonly CartLine[];
  /** Their product never existed; checkout reports them. */
  readonly unknown: readonly string[];
  /** Lines beyond the limit. */
  readonly dropped: number;
};

/** Serializes a customer's devices without blocking sign-in. */
async function lockCart(tx: Transaction, userId: string): Promise<void> {
  await tx
    .select({ id: profiles.id })
    .from(profiles)
    .where(eq(profiles.id, userId))
    .for("no key update");
}

async function readCart(tx: Transaction, userId: string): Promise<LineChange[]> {
  const rows = await tx.select().from(cartLines).where(eq(cartLines.userId, userId));
  return rows.map(({ productId, userId: _userId, changedAt, ...line }) => {
    return { id: productId, ...line, changedAt: changedAt.getTime() };
  });
}

async function writeCart(
  tx: Transaction,
  userId: string,
  before: readonly LineChange[],
  after: readonly LineChange[],
): Promise<void> {
  const stored = new Map(after.map((change) => [cartItemIdOf(change), change]));
  const gone = before.filter((change) => !stored.has(cartItemIdOf(change)));
  if (gone.length > 0) {
    const them = gone.map(({ id, size, color, specification }) =>
      and(
        eq(cartLines.productId, id),
        eq(cartLines.size, size),
        eq(cartLines.color, color),
        eq(cartLines.specification, specification),
      ),
    );
    await tx.delete(cartLines).where(and(eq(cartLines.userId, userId), or(...them)));
  }
  const held = new Map(before.map((change) => [cartItemIdOf(change), change]));
  const changed = after.filter((change) => {
    const known = held.get(cartItemIdOf(change));
    return known?.changedAt !== change.changedAt || known.quantity !== change.quantity;
  });
  if (changed.length === 0) return;
  await tx
    .insert(cartLines)
    .values(
      changed.map(({ id, changedAt, ...line }) => {
        return { userId, productId: id, ...line, changedAt: new Date(changedAt) };
      }),
    )
    .onConflictDoUpdate({
      target: [
        cartLines.userId,
        cartLines.productId,
        cartLines.size,
        cartLines.color,
        cartLines.specification,
      ],
      set: { quantity: sql`excluded.quantity`, changedAt: sql`excluded.changed_at` },
    });
}

/** The price as checkout computes it, so that an unchanged one is not reported as a change. */
function priceNow(
  { color, size }: LineChange,
  product: ProductForSale,
  fit: OrderableFit | undefined,
): MoneyAmount {
  const { price } = priceOf(product, { size, color: color || null });
  return fit?.productId === product.id
    ? madeToMeasurePrice(price, fit.surcharge, fit.options)
    : price;
}

function toCartLine(
  change: LineChange,
  product: ProductForSale,
  fit: OrderableFit | undefined,
): CartLine {
  const { id, size, color, specification, quantity } = change;
  const price = priceNow(change, product, fit);
  const [image] = shownGarment(product, color || null, fit?.cloth ?? null).images;
  const colorName = product.colors.find(({ hex }) => hex === color)?.name;
  return {
    id,
    slug: product.slug,
    name: product.name,
    image: image ? imageVariantPath(image.id, 320, "webp") : "",
    size,
    price: toDecimal(price),
    quantity,
    ...(color ? { color } : {}),
    ...(colorName ? { colorName } : {}),
    ...(specification ? { specification } : {}),
    cartItemId: cartItemIdOf(change),
  };
}

/**
 * Merges a device's changes into the actor's cart (per line the newest wins) and returns it whole. What the browser specified as a
 * guest becomes the account's. Withdrawn products stay; checkout reports them.
 */
export async function syncCart(
  deps: { db: Database; clock: Clock },
  input: { actor: Actor; storedFor: string | null; sent: readonly SentLine[] },
): Promise<Result<SyncedCart, "forbidden">> {
  const { actor, storedFor } = input;
  if (!isSignedIn(actor)) return fail("forbidden");
  const { userId } = actor;
  const nowMs = deps.clock.now().getTime();
  const own = changesOfAccount(input.sent, { storedFor: storedFor, userId });
  const requested: LineChange[] = own.map(({ agoMs, guest: _guest, ...line }) => {
    return { ...line, changedAt: momentOf({ agoMs }, nowMs) };
  });
  return deps.db.transaction(async (tx) => {
    await lockCart(tx, userId);
    const before = await readCart(tx, userId);
    const productIds = [...requested, ...before].map((change) => change.id);
    const products = await findProductsByIds(tx, productIds);
    const productOf = new Map(products.map((product) => [product.id, product]));
    const known = requested.filter((change) => productOf.has(change.id));
    const { stored, dropped } = withinCartLimits(mergeCarts(before, known), nowMs);
    await writeCart(tx, userId, before, stored);
    const present = stored.filter(({ quantity }) => quantity > 0);
    const ids = present.map(({ specification }) => specification);
    await moveToAccount(tx, { actor, specifications: ids });
    const fits = await listOrderableFits(tx, { actor, ids });
    return ok({
      lines: present.flatMap((change) => {
        const product = productOf.get(change.id);
        if (!product) return [];
        return [toCartLine(change, product, fits.get(change.specification))];
      }),
      unknown: requested.filter((change) => !productOf.has(change.id)).map(cartItemIdOf),
      dropped,
    });
  });
}
