import { newId, newOrderId } from "#core/ids.ts";
import type { ProviderName } from "#core/payment-providers.ts";
import { paymentMethodOf } from "#core/payment-providers.ts";
import type { Queryable } from "#db/client.server.ts";
import type { JsonRow } from "#db/json-rows.server.ts";
import { jsonRows } from "#db/json-rows.server.ts";
import { clothCommitments } from "#db/schema/atelier.server.ts";
import { contracts } from "#db/schema/contracts.server.ts";
import { stockReservations } from "#db/schema/inventory.server.ts";
import { orderEvents, orderItems, orders } from "#db/schema/orders.server.ts";
import { payments } from "#db/schema/payments.server.ts";
import type { Actor } from "#features/base/identity/actor.ts";
import type { Holder } from "#features/catalog/inventory/hold-limits.server.ts";
import type { OpenReport } from "#features/garments/alterations/fit-feedback.server.ts";
import {
  correctionsOfGuest,
  listGuestReports,
} from "#features/garments/alterations/guest-fit.server.ts";
import { POLICY_VERSION } from "#features/garments/contract/policy.ts";
import type { ContractRow } from "#features/garments/contract/seal-contract.server.ts";
import { newContractRow } from "#features/garments/contract/seal-contract.server.ts";
import type { FitSpecification } from "#features/garments/specification/specification.ts";
import { openOrderedFits } from "#features/garments/specification/specification-queries.server.ts";
import { NO_WEARER } from "#features/orders/order/line-description.ts";
import type { OrderEventOf } from "#features/orders/order/order-events.ts";
import type { ItemRow } from "#features/orders/order/order-queries.server.ts";
import type { SecretBox } from "#platform/secrets.server.ts";
import type { CartQuote, QuotedLine } from "./cart-change.ts";
import { quotedColor } from "./cart-change.ts";

/** Every column that a new order fills. The statement that writes it and the types of its rows derive from this table. */
export const ORDER_COLUMNS = {
  orders: jsonRows(orders, [
    "id",
    "userId",
    "customerEmail",
    "currency",
    "subtotalMinor",
    "discountMinor",
    "totalMinor",
    "madeToMeasure",
    "idempotencyKey",
    "destination",
    "reservedUntil",
  ]),
  payments: jsonRows(payments, ["id", "orderId", "method", "provider", "amountMinor", "currency"]),
  items: jsonRows(orderItems, [
    "id",
    "orderId",
    "productId",
    "variantId",
    "productName",
    "mediaId",
    "size",
    "color",
    "colorName",
    "quantity",
    "unitPriceMinor",
    "discountMinor",
    "madeToMeasure",
    "specificationId",
    "options",
    "wearer",
    "fitName",
    "monogram",
    "extraDays",
    "position",
  ]),
  contracts: jsonRows(contracts, [
    "id",
    "orderItemId",
    "version",
    "sealed",
    "terms",
    "hash",
    "origin",
  ]),
  cloths: jsonRows(clothCommitments, ["orderItemId", "clothId", "lengthMm"]),
  events: jsonRows(orderEvents, ["id", "orderId", "type", "detail"]),
  reservations: jsonRows(stockReservations, [
    "id",
    "orderId",
    "variantId",
    "quantity",
    "connectionKey",
    "networkKey",
    "customerKey",
    "deviceKey",
  ]),
};

type Columns = typeof ORDER_COLUMNS;

/** The rows of one new order, and who holds its items while it is unpaid. */
export type OrderRows = {
  order: JsonRow<Columns["orders"]> & { id: string };
  payment: JsonRow<Columns["payments"]> & { id: string };
  items: readonly ItemRow[];
  contracts: readonly ContractRow[];
  cloths: readonly JsonRow<Columns["cloths"]>[];
  event: JsonRow<Columns["events"]>;
  /** One for each variant, also for those whose stock is not counted. */
  reservations: readonly JsonRow<Columns["reservations"]>[];
  holders: readonly Holder[];
};

/** A quoted cart that is about to be ordered. */
export type Reservation = {
  /** Whose specifications the made-to-measure lines have. */
  actor: Actor;
  quote: CartQuote;
  customerEmail: string;
  userId: string | null;
  idempotencyKey: string;
  provider: ProviderName;
  destination: string;
  reservedUntil: Date;
  /** Under which its items and its made-to-measure garments count. */
  holders: readonly Holder[];
};

/** The first event of every order. */
const PLACED: Pick<OrderEventOf<"placed">, "type" | "detail"> = { type: "placed", detail: {} };

type Deps = { db: Queryable; measurementBox: SecretBox };

/** Prepares the rows of a new order, and seals a contract for each line with a fit specification (ADR 0039). Writes nothing. */
export async function buildOrderRows(deps: Deps, reservation: Reservation): Promise<OrderRows> {
  const { holders, provider, quote } = reservation;
  const { lines, total } = quote;
  const orderId = newOrderId();
  const items = lines.map((line, position) => toItem(orderId, line, position));
  const isMeasured = lines.some(({ specification }) => specification !== null);
  return {
    order: {
      id: orderId,
      userId: reservation.userId,
      customerEmail: reservation.customerEmail,
      currency: total.currency,
      subtotalMinor: quote.subtotal.minorUnits,
      discountMinor: quote.discount.minorUnits,
      totalMinor: total.minorUnits,
      madeToMeasure: lines.some((line) => line.madeToMeasure),
      idempotencyKey: reservation.idempotencyKey,
      destination: reservation.destination,
      reservedUntil: reservation.reservedUntil,
    },
    payment: {
      id: newId(),
      orderId,
      method: paymentMethodOf(provider),
      provider,
      amountMinor: total.minorUnits,
      currency: total.currency,
    },
    items,
    contracts: isMeasured ? await contractsOf(deps, reservation, items) : [],
    cloths: lines.flatMap(({ cloths = [] }, index) =>
      cloths.map((cloth) => ({ ...cloth, orderItemId: items[index]?.id ?? "" })),
    ),
    event: { id: newId(), orderId, type: PLACED.type, detail: PLACED.detail },
    reservations: reservationsOf(orderId, lines, holders),
    holders,
  };
}

/** Sums the lines of each variant. */
function reservationsOf(
  orderId: string,
  lines: readonly QuotedLine[],
  holders: readonly Holder[],
): JsonRow<Columns["reservations"]>[] {
  const keyOf = (kind: Holder["kind"]) => holders.find((each) => each.kind === kind)?.key ?? null;
  const quantities = new Map<string, number>();
  for (const { quantity, variantId } of lines) {
    if (variantId) quantities.set(variantId, (quantities.get(variantId) ?? 0) + quantity);
  }
  return [...quantities].map(([variantId, quantity]) => ({
    id: newId(),
    orderId,
    variantId,
    quantity,
    connectionKey: keyOf("connection"),
    networkKey: keyOf("network"),
    customerKey: keyOf("customer"),
    deviceKey: keyOf("device"),
  }));
}

const toItem = (orderId: string, line: QuotedLine, position: number): ItemRow => ({
  ...(line.worn ?? NO_WEARER),
  id: newId(),
  orderId,
  productId: line.productId,
  variantId: line.variantId,
  productName: line.name,
  mediaId: line.imageId,
  size: line.size,
  color: quotedColor(line).hex,
  colorName: quotedColor(line).name,
  quantity: line.quantity,
  unitPriceMinor: line.unitPrice.minorUnits,
  discountMinor: line.discount.minorUnits,
  madeToMeasure: line.madeToMeasure,
  specificationId: line.specification,
  options: line.options.map(({ price, ...option }) => {
    return { ...option, priceMinor: price.minorUnits };
  }),
  extraDays: line.extraDays ?? null,
  // Written with its promised days (`keepPromises`).
  needBy: null,
  rush: false,
  readyFrom: null,
  readyUntil: null,
  capacityVersion: null,
  position,
});

/** A guest's garment is cut with what was reported about earlier ones under the same email and name. */
function withReports(
  specification: FitSpecification,
  reports: readonly OpenReport[],
  garment: string | null,
): FitSpecification {
  const { fit, label } = specification;
  const corrections = correctionsOfGuest(reports, { garment, label, fit });
  return corrections.length > 0 ? { ...specification, corrections } : specification;
}

async function contractsOf(
  deps: Deps,
  { actor, customerEmail, quote, userId }: Reservation,
  items: readonly ItemRow[],
): Promise<ContractRow[]> {
  const { lines } = quote;
  const ids = lines.flatMap(({ specification }) => specification ?? []);
  const fits = await openOrderedFits(deps, { actor, ids });
  const reports = userId === null ? await listGuestReports(deps, customerEmail) : [];
  return lines.flatMap((line, index) => {
    const fit = fits.get(line.specification ?? "");
    const item = items[index];
    if (!fit || !item) return [];
    const { consentVersion, garment, specification } = fit;
    const terms = {
      product: line.name,
      color: quotedColor(line).name,
      garment,
      consentVersion,
      policyVersion: POLICY_VERSION,
      // How a line is shown is no part of what was agreed.
      options: item.options.map(({ swatch: _, ...option }) => option),
      surchargeMinor: line.surcharge?.minorUnits ?? 0,
      currency: line.unitPrice.currency,
      unitPriceMinor: line.unitPrice.minorUnits,
      extraDays: line.extraDays ?? 0,
    };
    const cutTo = withReports(specification, reports, garment);
    const contract = { orderItemId: item.id, specification: cutTo, terms };
    return [newContractRow(deps.measurementBox, contract)];
  });
}
