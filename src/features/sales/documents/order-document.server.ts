import { addressLines } from "#core/address-lines.server.ts";
import { DOCUMENT_TITLES } from "#core/document-number.ts";
import { formatDay } from "#core/georgetown-time.ts";
import type { MoneyAmount } from "#core/money-amount.ts";
import { formatMoney, money } from "#core/money-amount.ts";
import type { LineOption } from "#features/orders/order/line-description.ts";
import { lineDetails, lineName, NO_WEARER } from "#features/orders/order/line-description.ts";
import type { Order, OrderLine } from "#features/orders/order/order.ts";
import { lineTotal } from "#features/orders/order/order.ts";
import { listAmounts } from "#features/orders/order/order-amounts.ts";

export type Letterhead = {
  siteName: string;
  address: string;
  contactPhone: string;
  contactEmail: string;
};

/** `cells` are the columns at the right. */
export type DocumentRow = { name: string; details: string; cells: readonly string[] };

export type OrderDocument = {
  title: string;
  /** "" without a number. */
  number: string;
  /** Without extension. */
  fileName: string;
  siteName: string;
  from: readonly string[];
  toTitle: string;
  to: readonly string[];
  facts: readonly { label: string; value: string }[];
  columns: readonly string[];
  rows: readonly DocumentRow[];
  sums: readonly { label: string; amount: string; isSum: boolean }[];
  notes: readonly string[];
};

/** Omits the ellipsis of the screen. */
const documentNumber = (order: Pick<Order, "id">) => order.id.slice(0, 8);

const minus = (amount: MoneyAmount) => `−${formatMoney(amount)}`;

export function letterhead({ address, contactEmail, contactPhone }: Letterhead): string[] {
  return [...address.split(/\s*[,\n]\s*/), contactPhone, contactEmail].filter(Boolean);
}

function recipient(order: Order): string[] {
  return order.address ? addressLines(order.address) : [];
}

/** What the contract of a made-to-measure line says of it, and its seal. Never a measurement. */
export type AgreedLine = {
  options: readonly LineOption[];
  color: string | undefined;
  seal: string;
};

export type AgreedDetails = ReadonlyMap<string, AgreedLine>;

/** A line as it is described everywhere, by its contract where it has one. */
function details(line: OrderLine, agreed: AgreedDetails): string {
  const contract = agreed.get(line.id);
  if (!contract) return lineDetails(line).join(", ");
  const { color = line.colorName, options, seal } = contract;
  const fit = { ...(line.fit ?? NO_WEARER), options };
  return `${lineDetails({ ...line, colorName: color, fit }).join(", ")}\nContract ${seal}`;
}

const NOTHING_AGREED: AgreedDetails = new Map();

const sumRow = (label: string, amount: string, isSum = false) => ({ label, amount, isSum });

/** The sums of the document, with the tax or its absence and the currency code. */
function sumRows(order: Order): OrderDocument["sums"] {
  const { tax, total } = order.totals;
  const net = money(total.minorUnits - tax.minorUnits, total.currency);
  return listAmounts({ ...order, refunded: money(0, total.currency) }).flatMap((row) => {
    if (row.label === "Tax") return [];
    if (row.label !== "Total") return [row];
    return [...taxRows(net, tax), { ...row, label: `Total ${total.currency}` }];
  });
}

function taxRows(net: MoneyAmount, tax: MoneyAmount): OrderDocument["sums"] {
  if (tax.minorUnits === 0) return [sumRow("Tax", formatMoney(tax))];
  return [sumRow("Net", formatMoney(net)), sumRow("Tax", formatMoney(tax))];
}

/** Includes what tax offices require. */
export type DocumentParties = {
  seller: { name: string; lines: readonly string[]; taxNumber: string; noTaxReason: string };
  buyer: { lines: readonly string[]; taxNumber: string };
};

export type IssuedNumber = { number: string; issuedAt: Date };

const withTaxNumber = (lines: readonly string[], taxNumber: string) =>
  taxNumber ? [...lines, `Tax number ${taxNumber}`] : [...lines];

function partyFields({ seller, buyer }: DocumentParties, toTitle: string) {
  return {
    siteName: seller.name,
    from: withTaxNumber(seller.lines, seller.taxNumber),
    toTitle,
    to: withTaxNumber(buyer.lines, buyer.taxNumber),
  };
}

const noTaxNotes = (tax: MoneyAmount, { seller }: DocumentParties) =>
  tax.minorUnits === 0 && seller.noTaxReason ? [seller.noTaxReason] : [];

/**
 * The unchanging invoice of a paid order: lines, discounts, shipping, tax or why none, total and payment.
 * Refunds have credit notes.
 */
export function invoiceDocument(input: {
  parties: DocumentParties;
  issued: IssuedNumber;
  order: Order;
  /** "Visa ending in 4242"; "" when unknown. */
  paidBy: string;
  agreed?: AgreedDetails;
}): OrderDocument {
  const { agreed = NOTHING_AGREED, issued, order, paidBy, parties } = input;
  const { currency } = order.totals.total;
  return {
    title: "Invoice",
    number: issued.number,
    fileName: `invoice-${issued.number}`,
    ...partyFields(parties, "Billed to"),
    facts: [
      { label: "Invoice", value: issued.number },
      { label: "Issued", value: formatDay(issued.issuedAt) },
      { label: "Order", value: documentNumber(order) },
      { label: "Ordered", value: formatDay(order.createdAt) },
      ...(order.completedAt ? [{ label: "Paid", value: formatDay(order.completedAt) }] : []),
      ...(paidBy ? [{ label: "Paid by", value: paidBy }] : []),
      { label: "Currency", value: currency },
    ],
    columns: ["Quantity", "Price", "Amount"],
    rows: order.lines.map((line) => ({
      name: lineName(line),
      details: [
        details(line, agreed),
        line.discount.minorUnits > 0 && `Offer ${minus(line.discount)}`,
      ]
        .filter(Boolean)
        .join("\n"),
      cells: [String(line.quantity), formatMoney(line.unitPrice), formatMoney(lineTotal(line))],
    })),
    sums: sumRows(order),
    notes: [
      ...noTaxNotes(order.totals.tax, parties),
      `Order id ${order.id}. Days are those of Georgetown, Guyana.`,
    ],
  };
}

export type DocumentRefund = {
  amount: MoneyAmount;
  reason: string;
  items: readonly { itemId: string; quantity: number }[];
};

/** The tax in a part of an invoice's total, in minor units and rounded to one. */
const taxWithin = ({ tax, total }: Order["totals"], part: number): number =>
  total.minorUnits === 0 ? 0 : Math.round((tax.minorUnits * part) / total.minorUnits);

/**
 * The tax of a credit or debit note: what the note changes in the tax of all that is given back. Thus the notes of an invoice add
 * up to its tax when all of it is given back, whatever the amounts were, and to its rounded share at any time before.
 */
export function correctionTax(
  totals: Order["totals"],
  note: { kind: "credit_note" | "debit_note"; amount: MoneyAmount; refundedBefore: MoneyAmount },
): MoneyAmount {
  const { amount, kind, refundedBefore } = note;
  const before = refundedBefore.minorUnits;
  const after = kind === "credit_note" ? before + amount.minorUnits : before - amount.minorUnits;
  const change = taxWithin(totals, after) - taxWithin(totals, before);
  return money(Math.abs(change), amount.currency);
}

/**
 * The credit note of a refund, or the debit note of one the bank sent back: the corrected invoice, items,
 * amount and its share of the tax (`correctionTax`). `refundedBefore` is what earlier notes of the invoice gave back.
 */
export function correctionDocument(input: {
  kind: "credit_note" | "debit_note";
  parties: DocumentParties;
  issued: IssuedNumber;
  invoice: IssuedNumber;
  order: Order;
  refund: DocumentRefund;
  refundedBefore: MoneyAmount;
}): OrderDocument {
  const { invoice, issued, kind, order, parties, refundedBefore } = input;
  const { amount, items, reason } = input.refund;
  const { tax } = order.totals;
  const taxShare = correctionTax(order.totals, { kind, amount, refundedBefore });
  const net = money(amount.minorUnits - taxShare.minorUnits, amount.currency);
  const documentItems = items.flatMap(({ itemId, quantity }) => {
    const line = order.lines.find(({ id }) => id === itemId);
    return line ? [`${quantity} × ${lineName(line)} (${details(line, NOTHING_AGREED)})`] : [];
  });
  const title = DOCUMENT_TITLES[kind];
  const isCredit = kind === "credit_note";
  const shown = (each: MoneyAmount) => (isCredit ? minus(each) : formatMoney(each));
  return {
    title,
    number: issued.number,
    fileName: `${title.toLowerCase().replace(" ", "-")}-${issued.number}`,
    ...partyFields(parties, isCredit ? "Credited to" : "Billed to"),
    facts: [
      { label: title, value: issued.number },
      { label: "Issued", value: formatDay(issued.issuedAt) },
      { label: "Corrects", value: `${invoice.number} of ${formatDay(invoice.issuedAt)}` },
      { label: "Order", value: documentNumber(order) },
      { label: "Currency", value: amount.currency },
    ],
    columns: ["Amount"],
    rows: [
      {
        name: isCredit ? "Refund" : "Refund that came back",
        details: [...documentItems, reason].filter(Boolean).join("\n"),
        cells: [shown(amount)],
      },
    ],
    sums: [
      ...taxRows(net, taxShare).map((row) => ({
        ...row,
        amount: isCredit && row.amount !== "$0.00" ? `−${row.amount}` : row.amount,
      })),
      sumRow(`Total ${amount.currency}`, shown(amount), true),
    ],
    notes: [
      ...noTaxNotes(tax, parties),
      `Order id ${order.id}. Days are those of Georgetown, Guyana.`,
    ],
  };
}

/** A shipment's packing slip: items with size and color, no prices. */
export function packingSlipDocument(input: {
  house: Letterhead;
  order: Order;
  documentItems: readonly { itemId: string; quantity: number }[];
  carrier: string;
  trackingNumber: string;
  /** '30 days'. */
  returnWindow: string;
  agreed?: AgreedDetails;
}): OrderDocument {
  const {
    agreed = NOTHING_AGREED,
    carrier,
    house,
    order,
    documentItems,
    returnWindow,
    trackingNumber,
  } = input;
  const number = documentNumber(order);
  const rows = order.lines.flatMap((line) => {
    const quantity = documentItems.find(({ itemId }) => itemId === line.id)?.quantity ?? 0;
    return quantity > 0
      ? [{ name: lineName(line), details: details(line, agreed), cells: [String(quantity)] }]
      : [];
  });
  return {
    title: "Packing slip",
    number: "",
    fileName: `packing-slip-${number}`,
    siteName: house.siteName,
    from: letterhead(house),
    toTitle: "Ship to",
    to: recipient(order),
    facts: [
      { label: "Order", value: number },
      { label: "Ordered", value: formatDay(order.createdAt) },
      ...(order.shippingMethod ? [{ label: "Shipping", value: order.shippingMethod }] : []),
      ...(carrier ? [{ label: "Carrier", value: carrier }] : []),
      ...(trackingNumber ? [{ label: "Tracking", value: trackingNumber }] : []),
    ],
    columns: ["Pieces"],
    rows,
    sums: [],
    notes: [
      `Something does not fit? You can return ready-to-wear within ${returnWindow} of its delivery, unworn and with its tags.`,
      `Write to ${house.contactEmail} with the order's number, and we answer with an authorization number.`,
    ],
  };
}
