import type { ContentChange } from "#core/content-tag.ts";
import { parseContentChange } from "#core/content-tag.ts";
import { newId, newOrderId } from "#core/ids.ts";
import type { Database, Queryable } from "#db/client.server.ts";
import { bumpForStock } from "#db/content-version.server.ts";
import type { ShippingSettings } from "#features/base/settings/settings-sections.ts";
import { readSection } from "#features/base/settings/settings-sections.ts";
import type { HoldAllowance, Holder } from "#features/catalog/inventory/hold-limits.server.ts";
import { findEarliestRelease } from "#features/catalog/inventory/hold-limits.server.ts";
import type { Shortage } from "#features/catalog/inventory/stock-ledger.server.ts";
import type { ClothLengthChange } from "#features/garments/cloth/cloth-queries.server.ts";
import { listProductsOfChanges } from "#features/garments/cloth/cloth-queries.server.ts";
import { POLICY_VERSION } from "#features/garments/contract/policy.ts";
import type { ContractRow } from "#features/garments/contract/seal-contract.server.ts";
import { newContractRow } from "#features/garments/contract/seal-contract.server.ts";
import { openOrderedFits } from "#features/garments/specification/specification-queries.server.ts";
import type { Order } from "#features/orders/order/order.ts";
import type { ItemRow, OrderRow } from "#features/orders/order/order-queries.server.ts";
import { toOrder } from "#features/orders/order/order-queries.server.ts";
import { paymentMethodOf } from "#features/sales/payments/payment.ts";
import type { ProviderName } from "#platform/payments.server.ts";
import type { SecretBox } from "#platform/secrets.server.ts";
import type { CartQuote, QuotedLine } from "./cart-change.ts";

import type { PromisedCloth, ReservedVariant, Written } from "./write-order.server.ts";
import { isDuplicateIdempotencyKey, writeOrder } from "./write-order.server.ts";

export type Reservation = {
  quote: CartQuote;
  customerEmail: string;
  userId: string | null;
  idempotencyKey: string;
  provider: ProviderName;
  destination: string;
  reservedUntil: Date;
  holders: readonly Holder[];
};

type Deps = { db: Database; measurementBox: SecretBox };

export type ReservationOutcome =
  | { kind: "placed"; order: Order; changes: readonly ContentChange[]; shipping: ShippingSettings }
  | { kind: "exists" }
  | { kind: "short"; shortages: Shortage[] }
  | { kind: "limited"; allowance: HoldAllowance };

/**
 * Deducts items, commits cloth and writes order, reservation and first event in one statement. The content version rises
 * only when shown counts change (ADR 0028), so that orders do not wait for each other; after the statement, when a cloth is
 * used up.
 */
export async function reserveOrder(
  deps: Deps,
  reservation: Reservation,
): Promise<ReservationOutcome> {
  const { db } = deps;
  const orderId = newOrderId();
  const { provider } = reservation;
  const payment = { id: newId(), method: paymentMethodOf(provider), provider };
  const { lines } = reservation.quote;
  const items = lines.map((line, position) => toItem(orderId, line, position));
  const isMeasured = lines.some(({ specification }) => specification !== null);
  const contracts = isMeasured ? await contractsOf(deps, lines, items) : [];
  try {
    const written = await writeOrder(db, {
      order: {
        ...toValues(orderId, reservation),
        paymentId: payment.id,
        paymentMethod: payment.method,
        paymentProvider: provider,
        eventId: newId(),
        ...keysOf(reservation.holders),
      },
      items,
      contracts,
      cloths: promisedCloths(lines, items),
      reserved: addUp(lines),
      holders: reservation.holders,
    });
    if (written.placedAt === null) return refusalOf(db, written, reservation.holders);
    const order = toOrder(
      toRow(orderId, reservation, new Date(written.placedAt)),
      { ...payment, status: "pending", ...NO_SESSION },
      items,
      0,
    );
    return {
      kind: "placed",
      order,
      changes: [
        ...(written.change === null ? [] : [parseContentChange(written.change)]),
        ...(await raiseForCloth(db, written.cloths ?? [])),
      ],
      shipping: readSection("shipping", written.shipping),
    };
  } catch (error) {
    if (isDuplicateIdempotencyKey(error)) return { kind: "exists" };
    throw error;
  }
}

const promisedCloths = (lines: readonly QuotedLine[], items: readonly ItemRow[]): PromisedCloth[] =>
  lines.flatMap(({ cloths = [] }, index) =>
    cloths.map((cloth) => ({ ...cloth, orderItemId: items[index]?.id ?? "" })),
  );

/** For products whose cloth is not enough any more. The order is written: a page that stays is refused at the next order. */
async function raiseForCloth(
  db: Database,
  changes: readonly ClothLengthChange[],
): Promise<readonly ContentChange[]> {
  const products = await listProductsOfChanges(db, changes);
  if (products.length === 0) return [];
  const change = await db.transaction((tx) => bumpForStock(tx, products));
  return change ? [change] : [];
}

function keysOf(holders: readonly Holder[]) {
  const find = (kind: Holder["kind"]) => holders.find((each) => each.kind === kind)?.key ?? null;
  const connectionKey = find("connection");
  const customerKey = find("customer");
  return { connectionKey, customerKey, deviceKey: find("device") };
}

async function refusalOf(
  db: Queryable,
  { limited, limitedInAll, shortages }: Written,
  holders: readonly Holder[],
): Promise<ReservationOutcome> {
  if (shortages.length > 0 || limited === null) return { kind: "short", shortages };
  const ofVariant = new Map<string, number>();
  for (const { allowed, variantId } of limited) {
    ofVariant.set(variantId, Math.min(allowed, ofVariant.get(variantId) ?? allowed));
  }
  const freeAt = await findEarliestRelease(db, holders);
  return { kind: "limited", allowance: { ofVariant, inAll: limitedInAll ?? 0, freeAt } };
}

const NO_SESSION = { sessionId: null, url: null, providerAccount: null, paymentIntentId: null };

/** Sums the lines of each variant. */
function addUp(lines: readonly QuotedLine[]): ReservedVariant[] {
  const wanted = new Map<string, number>();
  for (const { variantId, quantity } of lines) {
    if (variantId) wanted.set(variantId, (wanted.get(variantId) ?? 0) + quantity);
  }
  return [...wanted].map(([variantId, quantity]) => ({ variantId, quantity, holdId: newId() }));
}

const toItem = (orderId: string, line: QuotedLine, position: number): ItemRow => ({
  id: newId(),
  orderId,
  productId: line.productId,
  variantId: line.variantId,
  productName: line.name,
  mediaId: line.imageId,
  size: line.size,
  color: line.color,
  colorName: line.colorName,
  quantity: line.quantity,
  unitPriceMinor: line.unitPrice.minorUnits,
  discountMinor: line.discount.minorUnits,
  madeToMeasure: line.madeToMeasure,
  specificationId: line.specification,
  options: line.options.map(({ choice, group, price }) => {
    return { group, choice, priceMinor: price.minorUnits };
  }),
  extraDays: line.extraDays ?? null,
  needBy: line.needBy ?? null,
  rush: line.rush ?? false,
  readyFrom: null,
  readyUntil: null,
  position,
});

/** One for each line with a fit specification (ADR 0039). */
async function contractsOf(
  deps: Deps,
  lines: readonly QuotedLine[],
  items: readonly ItemRow[],
): Promise<ContractRow[]> {
  const ids = lines.flatMap(({ specification }) => specification ?? []);
  const fits = await openOrderedFits(deps, ids);
  return lines.flatMap((line, index) => {
    const fit = fits.get(line.specification ?? "");
    const item = items[index];
    if (!fit || !item) return [];
    const { consentVersion, garment, specification } = fit;
    const terms = {
      product: line.name,
      garment,
      consentVersion,
      policyVersion: POLICY_VERSION,
      options: [...item.options],
      surchargeMinor: line.surcharge?.minorUnits ?? 0,
      currency: line.unitPrice.currency,
      unitPriceMinor: line.unitPrice.minorUnits,
      extraDays: line.extraDays ?? 0,
    };
    const contract = { orderItemId: item.id, specification, terms };
    return [newContractRow(deps.measurementBox, contract)];
  });
}

const toValues = (orderId: string, { quote, ...reservation }: Reservation) => ({
  id: orderId,
  userId: reservation.userId,
  customerEmail: reservation.customerEmail,
  currency: quote.total.currency,
  subtotalMinor: quote.subtotal.minorUnits,
  discountMinor: quote.discount.minorUnits,
  totalMinor: quote.total.minorUnits,
  madeToMeasure: quote.lines.some((line) => line.madeToMeasure),
  idempotencyKey: reservation.idempotencyKey,
  destination: reservation.destination,
  reservedUntil: reservation.reservedUntil,
});

/** Unset columns have their defaults. */
const toRow = (orderId: string, reservation: Reservation, placedAt: Date): OrderRow => ({
  ...toValues(orderId, reservation),
  status: "pending",
  promotionMinor: 0,
  promotionCode: null,
  shippingMinor: 0,
  taxMinor: 0,
  refundedMinor: 0,
  shippingMethod: null,
  shippingAddress: null,
  buyerTaxNumber: "",
  arrivesFrom: null,
  arrivesUntil: null,
  completedAt: null,
  createdAt: placedAt,
  updatedAt: placedAt,
});
