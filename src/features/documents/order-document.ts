import { addressLines, countryName } from "#core/delivery-address.ts";
import type { MoneyAmount } from "#core/money-amount.ts";
import { addMoney, formatMoney, money } from "#core/money-amount.ts";
import { formatDay } from "#features/orders/georgetown-time.ts";
import type { Order, OrderLine } from "#features/orders/order.ts";
import { lineTotal } from "#features/orders/order.ts";
import { listAmounts } from "#features/orders/order-amounts.ts";

/** Whose paper it is: the house as its settings write it. */
export type Letterhead = {
  siteName: string;
  address: string;
  contactPhone: string;
  contactEmail: string;
};

/** A line of a paper's table: what it is, what more there is to say of it, and the cells at the right. */
export type DocumentRow = { name: string; details: string; cells: readonly string[] };

/** A sheet of paper before it is drawn. */
export type OrderDocument = {
  title: string;
  /** What the file is called, without its ending. */
  fileName: string;
  siteName: string;
  /** The house's address and how to reach it. */
  from: readonly string[];
  toTitle: string;
  to: readonly string[];
  facts: readonly { label: string; value: string }[];
  /** Heads of the cells at the right of the piece. */
  columns: readonly string[];
  rows: readonly DocumentRow[];
  sums: readonly { label: string; amount: string; isSum: boolean }[];
  notes: readonly string[];
};

/** Money that went back, and when. */
export type DocumentRefund = { amount: MoneyAmount; at: Date };

/** The number without the ellipsis of the screen: on paper it stands for itself. */
const paperNumber = (order: Pick<Order, "id">) => order.id.slice(0, 8);

const minus = (amount: MoneyAmount) => `−${formatMoney(amount)}`;

function letterhead({ address, contactEmail, contactPhone }: Letterhead): string[] {
  return [...address.split(/\s*[,\n]\s*/), contactPhone, contactEmail].filter(Boolean);
}

function recipient(order: Order): string[] {
  return order.address ? addressLines(order.address, countryName(order.address.country)) : [];
}

const details = (line: OrderLine) =>
  [`Size ${line.size}`, line.colorName, line.madeToMeasure && "Made to measure"]
    .filter(Boolean)
    .join(", ");

function sumRows(order: Order, refunds: readonly DocumentRefund[]): OrderDocument["sums"] {
  const { total } = order.totals;
  const row = (label: string, amount: string, isSum = false) => ({ label, amount, isSum });
  const back = addMoney(
    refunds.map(({ amount }) => amount),
    total.currency,
  );
  return [
    ...listAmounts({ ...order, refunded: money(0, total.currency) }),
    ...refunds.map(({ amount, at }) => row(`Refunded ${formatDay(at)}`, minus(amount))),
    ...(refunds.length > 0
      ? [
          row(
            "Paid in the end",
            formatMoney(money(total.minorUnits - back.minorUnits, total.currency)),
            true,
          ),
        ]
      : []),
  ];
}

/** The invoice of a paid order: lines at what they cost, offers, promotion, shipping, tax, total, how it was paid, and what went back. */
export function invoiceDocument(input: {
  house: Letterhead;
  order: Order;
  /** "Visa ending in 4242"; "" when nobody says. */
  paidBy: string;
  refunds: readonly DocumentRefund[];
}): OrderDocument {
  const { house, order, paidBy, refunds } = input;
  const number = paperNumber(order);
  const to = recipient(order);
  return {
    title: "Invoice",
    fileName: `invoice-${number}`,
    siteName: house.siteName,
    from: letterhead(house),
    toTitle: "Billed to",
    to: to.includes(order.customerEmail) ? to : [...to, order.customerEmail],
    facts: [
      { label: "Order", value: number },
      { label: "Ordered", value: formatDay(order.createdAt) },
      ...(order.completedAt ? [{ label: "Paid", value: formatDay(order.completedAt) }] : []),
      ...(paidBy ? [{ label: "Paid by", value: paidBy }] : []),
    ],
    columns: ["Quantity", "Price", "Amount"],
    rows: order.lines.map((line) => ({
      name: line.productName,
      details: [details(line), line.discount.minorUnits > 0 && `offer ${minus(line.discount)}`]
        .filter(Boolean)
        .join(", "),
      cells: [String(line.quantity), formatMoney(line.unitPrice), formatMoney(lineTotal(line))],
    })),
    sums: sumRows(order, refunds),
    notes: [`Order id ${order.id}. Days are those of Georgetown, Guyana.`],
  };
}

/** What lies in a parcel, for the parcel: pieces with size and colour, and not one price. */
export function packingSlipDocument(input: {
  house: Letterhead;
  order: Order;
  /** How many of which line lie in it. */
  pieces: readonly { itemId: string; quantity: number }[];
  carrier: string;
  trackingNumber: string;
}): OrderDocument {
  const { carrier, house, order, pieces, trackingNumber } = input;
  const number = paperNumber(order);
  const rows = order.lines.flatMap((line) => {
    const quantity = pieces.find(({ itemId }) => itemId === line.id)?.quantity ?? 0;
    return quantity > 0
      ? [{ name: line.productName, details: details(line), cells: [String(quantity)] }]
      : [];
  });
  return {
    title: "Packing slip",
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
      "Something does not fit? You can return ready-to-wear within 30 days, unworn and with its tags.",
      `Write to ${house.contactEmail} with the order's number, and we answer with an authorization number.`,
    ],
  };
}
