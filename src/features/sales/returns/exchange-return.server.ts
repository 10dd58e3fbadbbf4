import { and, asc, eq, inArray, isNull } from "drizzle-orm";
import type { ContentChange } from "#core/content-tag.ts";
import { newId } from "#core/ids.ts";
import type { Result } from "#core/result.ts";
import { fail, ok } from "#core/result.ts";
import type { Queryable, Transaction } from "#db/client.server.ts";
import type { CacheInvalidation } from "#db/content-version.server.ts";
import { bumpForStock } from "#db/content-version.server.ts";
import { inTransaction } from "#db/in-transaction.server.ts";
import { products, productVariants } from "#db/schema/catalog.server.ts";
import { orderItems } from "#db/schema/orders.server.ts";
import type { Admin } from "#features/base/identity/actor.ts";
import { asAdmin } from "#features/base/identity/guards.server.ts";
import type { EmailDeps } from "#features/base/mail/enqueue-email.server.ts";
import { deductStock, recordSold } from "#features/catalog/inventory/stock-ledger.server.ts";
import { CUSTOM_SIZE } from "#features/catalog/products/product.ts";
import type { Remake, RemakeFailure } from "#features/garments/contract/remake-contracts.server.ts";
import { remakeContracts } from "#features/garments/contract/remake-contracts.server.ts";
import { createGarments } from "#features/garments/garment/stored-garments.server.ts";
import { lineName, sizeText } from "#features/orders/order/line-description.ts";
import { canReturnBecome } from "#features/orders/order/return-progress.ts";
import type { SecretBox } from "#platform/secrets.server.ts";
import { returnExchangedEmail } from "./return-email.ts";
import type { ExchangeChoice } from "./return-rules.ts";
import { canExchangeFor } from "./return-rules.ts";
import type { LockedReturn } from "./settle-return.server.ts";
import { lockReturn, recordReturnStep } from "./settle-return.server.ts";

/** What a line that is made again has from the line before. */
const FIT = {
  specificationId: orderItems.specificationId,
  color: orderItems.color,
  colorName: orderItems.colorName,
  options: orderItems.options,
  wearer: orderItems.wearer,
  fitName: orderItems.fitName,
  monogram: orderItems.monogram,
  extraDays: orderItems.extraDays,
};

type Replacement = { itemId: string; variantId: string };

/** 'not_the_piece': each received line needs one variant of its product. */
export type ExchangeReturnFailure =
  | "forbidden"
  | "not_found"
  | "not_received"
  | "not_the_piece"
  | "sold_out"
  | RemakeFailure;

type Chosen = {
  line: LockedReturn["order"]["lines"][number];
  quantity: number;
  variant: { id: string; size: string; color: string; colorName: string };
  /** The same garment again, cut to the contract of the line. */
  isRemade: boolean;
};

/** Null if a variant is missing or of another product. */
async function choose(
  tx: Transaction,
  { requestedReturn, order }: LockedReturn,
  replacements: readonly Replacement[],
): Promise<Chosen[] | null> {
  const came = requestedReturn.items.filter(({ received }) => (received ?? 0) > 0);
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
    const isRemade = variant.size === CUSTOM_SIZE;
    return [{ line, quantity: received ?? 0, variant: { ...variant, colorName }, isRemade }];
  });
  return chosen.length === came.length ? chosen : null;
}

/** Adds the exchanged items to the order as lines that cost nothing. Returns the made-to-measure ones, which are made again. */
async function addLines(
  tx: Transaction,
  orderId: string,
  chosen: readonly Chosen[],
): Promise<Remake[]> {
  const before = await tx
    .select({ id: orderItems.id, position: orderItems.position, fit: FIT })
    .from(orderItems)
    .where(eq(orderItems.orderId, orderId));
  const from = Math.max(0, ...before.map(({ position }) => position)) + 1;
  const added = chosen.map((each) => ({ ...each, id: newId() }));
  await tx.insert(orderItems).values(
    added.map(({ id, isRemade, line, quantity, variant }, index) => ({
      id,
      orderId,
      quantity,
      productId: line.productId,
      variantId: variant.id,
      productName: line.productName,
      mediaId: line.mediaId,
      size: variant.size,
      color: variant.color,
      colorName: variant.colorName,
      unitPriceMinor: 0,
      madeToMeasure: isRemade,
      ...(isRemade && before.find((each) => each.id === line.id)?.fit),
      position: from + index,
    })),
  );
  return added
    .filter(({ isRemade }) => isRemade)
    .map(({ id, line, quantity }) => ({ orderItemId: id, remakeOf: line.id, quantity }));
}

/** Deducts stock and commits cloth, then adds the lines, their contracts and their garments. Returns products whose shown stock changed. */
async function replaceItems(
  tx: Transaction,
  deps: Pick<ExchangeDeps, "clock" | "measurementBox">,
  orderId: string,
  chosen: readonly Chosen[],
): Promise<Result<readonly string[], ExchangeReturnFailure>> {
  const { changedProducts, shortages, deducted } = await deductStock(
    tx,
    chosen.map(({ quantity, variant }) => ({ variantId: variant.id, quantity })),
  );
  if (shortages.length > 0) return fail("sold_out");
  await recordSold(tx, orderId, deducted);
  const remakes = await addLines(tx, orderId, chosen);
  const remade = await remakeContracts(tx, deps, remakes);
  if (!remade.ok) return remade;
  const lines = remakes.map(({ orderItemId, quantity }) => ({
    id: orderItemId,
    quantity,
    madeToMeasure: true,
  }));
  await createGarments(tx, { lines, at: deps.clock.now() });
  return ok([...new Set([...changedProducts, ...remade.value])]);
}

type ExchangeDeps = EmailDeps & { content: CacheInvalidation; measurementBox: SecretBox };

type ExchangeInput = {
  actor: Admin;
  orderId: string;
  returnId: string;
  replacements: readonly Replacement[];
};

async function writeExchange(
  tx: Transaction,
  deps: ExchangeDeps,
  { actor, orderId, replacements, returnId }: ExchangeInput,
): Promise<Result<ContentChange | null, ExchangeReturnFailure>> {
  const locked = await lockReturn(tx, orderId, returnId);
  if (!locked) return fail("not_found");
  const { requestedReturn, order } = locked;
  const isOpen =
    canReturnBecome(requestedReturn.status, "exchanged") && order.status === "completed";
  if (!isOpen) return fail("not_received");
  const chosen = await choose(tx, locked, replacements);
  if (!chosen) return fail("not_the_piece");
  const replaced = await replaceItems(tx, deps, order.id, chosen);
  if (!replaced.ok) return replaced;
  await recordReturnStep(tx, deps, locked, {
    actor,
    to: "exchanged",
    event: {
      orderId: order.id,
      type: "return_exchanged",
      detail: { authorizationNumber: requestedReturn.authorizationNumber, by: actor.name },
    },
    mail: (outcome) =>
      returnExchangedEmail({
        ...outcome,
        isRemade: chosen.some(({ isRemade }) => isRemade),
        replacements: chosen.map(({ isRemade, line, quantity, variant }) => {
          const { colorName, size } = variant;
          const replacement = isRemade ? line : { ...line, size, colorName, fit: null };
          return { name: lineName(replacement), size: sizeText(replacement), quantity };
        }),
      }),
  });
  return ok(await bumpForStock(tx, replaced.value));
}

/**
 * Exchanges a received return for available variants of the same products (specification 2, Returns).
 * Received lines become free lines of the order, taken from stock; emails the customer. Custom for Custom is made again under a
 * contract of its own, with the same measurements and options, from cloth that is committed at once.
 */
export const exchangeReturn = asAdmin(
  async (
    deps: ExchangeDeps,
    input: ExchangeInput,
  ): Promise<Result<null, ExchangeReturnFailure>> => {
    const written = await inTransaction(deps.db, (tx) => writeExchange(tx, deps, input));
    if (!written.ok) return written;
    if (written.value) await deps.content.settle(written.value);
    return ok(null);
  },
);

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
