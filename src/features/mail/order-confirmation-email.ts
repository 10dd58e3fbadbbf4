import type { MoneyAmount } from "#core/money-amount.ts";
import { formatMoney } from "#core/money-amount.ts";
import type { MailAmount, MailBlock, RenderedMail } from "./mail-document.ts";
import { renderMail } from "./render-mail.ts";

/** What the confirmation says of one bought piece; amounts are for the whole line. */
export type ConfirmedLine = {
  name: string;
  size: string;
  colorName: string;
  quantity: number;
  regular: MoneyAmount;
  total: MoneyAmount;
  madeToMeasure: boolean;
};

/** Everything the confirmation mail tells, already decided by the order. */
export type OrderConfirmation = {
  siteName: string;
  siteUrl: string;
  contactEmail: string;
  orderNumber: string;
  orderUrl: string;
  picture: { src: string; alt: string } | null;
  lines: readonly ConfirmedLine[];
  subtotal: MoneyAmount;
  discount: MoneyAmount;
  /** What a promotion code took off. */
  promotion: MoneyAmount;
  shipping: MoneyAmount;
  shippingMethod: string | null;
  tax: MoneyAmount;
  total: MoneyAmount;
  /** The address as the lines of an envelope; empty when none was taken. */
  addressLines: readonly string[];
  /** The house's rules in words, as the Returns page tells them: '30 days', '5-10 business days', '7-14 days'. */
  terms: { returnWindow: string; refund: string; madeToMeasureExtra: string };
};

function amounts(order: OrderConfirmation): MailAmount[] {
  const rows: MailAmount[] = [
    { label: "Subtotal", amount: formatMoney(order.subtotal), isSum: false },
  ];
  if (order.discount.minorUnits > 0) {
    rows.push({ label: "Offer", amount: `-${formatMoney(order.discount)}`, isSum: false });
  }
  if (order.promotion.minorUnits > 0) {
    const amount = `-${formatMoney(order.promotion)}`;
    rows.push({ label: "Promotion code", amount, isSum: false });
  }
  const free = order.shipping.minorUnits === 0;
  const method = order.shippingMethod ? `Shipping, ${order.shippingMethod}` : "Shipping";
  rows.push({ label: method, amount: free ? "Free" : formatMoney(order.shipping), isSum: false });
  if (order.tax.minorUnits > 0) {
    rows.push({ label: "Tax", amount: formatMoney(order.tax), isSum: false });
  }
  rows.push({ label: "Total", amount: formatMoney(order.total), isSum: true });
  return rows;
}

/** The returns that apply to this order, one note for each kind of line in it (specification 2, Returns). */
function returnsNotes(order: OrderConfirmation): MailBlock[] {
  const notes: MailBlock[] = [];
  if (order.lines.some((each) => !each.madeToMeasure)) {
    notes.push({
      kind: "note",
      title: "Returns",
      lines: [
        `Ready-to-wear pieces come back to us within ${order.terms.returnWindow}: in original condition, with tags, unworn and unwashed.`,
        `Write to ${order.contactEmail} with your order number and the reason, and we answer with an authorization number. Refunds reach your original payment method within ${order.terms.refund} of receipt.`,
      ],
    });
  }
  if (order.lines.some((each) => each.madeToMeasure)) {
    notes.push({
      kind: "note",
      title: "Made-to-measure pieces",
      lines: [
        "They are cut for one person, so they cannot be returned unless they are defective or their measurements differ significantly from the order.",
      ],
    });
  }
  return notes;
}

/** The mail behind 'an email was sent' (decision C5): lines, amounts, delivery, made-to-measure pieces and the policy that applies. */
export function orderConfirmationEmail(order: OrderConfirmation): RenderedMail {
  const measured = order.lines.filter((each) => each.madeToMeasure);
  const blocks: MailBlock[] = [
    {
      kind: "text",
      text: `Your order ${order.orderNumber} is paid and in our hands. Here is what we are preparing for you.`,
    },
    ...(order.picture ? [{ kind: "picture" as const, ...order.picture }] : []),
    {
      kind: "lines",
      lines: order.lines.map((each) => ({
        title: each.name,
        details: [
          [`Size ${each.size}`, each.colorName, `Quantity ${each.quantity}`]
            .filter(Boolean)
            .join(" · "),
          ...(each.madeToMeasure ? ["Made to measure"] : []),
        ],
        amount: formatMoney(each.total),
        was: each.regular.minorUnits === each.total.minorUnits ? null : formatMoney(each.regular),
      })),
    },
    { kind: "amounts", rows: amounts(order) },
  ];
  if (measured.length > 0) {
    blocks.push({
      kind: "note",
      title: "We will ask for your measures",
      lines: [
        `The atelier writes to you about ${measured.map((each) => each.name).join(", ")} before anything is cut. Made-to-measure work adds ${order.terms.madeToMeasureExtra}.`,
      ],
    });
  }
  if (order.addressLines.length > 0) {
    blocks.push({ kind: "note", title: "Delivery to", lines: order.addressLines });
  }
  blocks.push({ kind: "button", label: "View your order", url: order.orderUrl });
  blocks.push(...returnsNotes(order));
  return renderMail({
    subject: `Order Confirmed! ${order.siteName} ${order.orderNumber}`,
    preview: `Thank you. We have your order ${order.orderNumber} for ${formatMoney(order.total)}.`,
    heading: "Order Confirmed!",
    blocks,
    siteName: order.siteName,
    siteUrl: order.siteUrl,
    footer: [
      `You receive this mail because an order was placed at ${order.siteName} with this address.`,
      `Questions? Write to ${order.contactEmail}.`,
    ],
  });
}
