import type { MoneyAmount } from "#core/money-amount.ts";
import { formatMoney, money } from "#core/money-amount.ts";
import { defineEmail, sampleOrder } from "#features/base/mail/email.ts";
import type { EmailBlock, EmailGreeting, EmailImage } from "#features/base/mail/render-email.ts";
import type { AmountRow } from "#features/orders/order/order-amounts.ts";
import type { ConfirmedLine } from "./confirmed-lines.ts";
import { linesBlock, SAMPLE_AMOUNTS, SAMPLE_LINES } from "./confirmed-lines.ts";
import { refundWayMessage } from "./transfer-back.ts";

export type OrderConfirmation = EmailGreeting & {
  siteName: string;
  siteUrl: string;
  contactEmail: string;
  orderNumber: string;
  orderUrl: string;
  /** Shows the measurements to the customer; for a guest after the number and email. */
  contractUrl: string;
  addressLines: readonly string[];
  /** The promise of the delivery; null before a method is chosen. */
  delivery: string | null;
  /** The owner's text on duties of the country; null where none are due. */
  duties: string | null;
  /** Whether that is later than the payment page said, because others paid for the same days first. */
  isLaterThanShown: boolean;
  image: EmailImage | null;
  lines: readonly ConfirmedLine[];
  amounts: readonly AmountRow[];
  total: MoneyAmount;
  /** '30 days', how a refund comes back (`refundWayMessage`), and '7-14 days' or null (`daysOfMaking`). */
  terms: { returnWindow: string; refund: string; daysOfMaking: string | null };
};

/** Specification 2, Returns. */
function returnNotes(order: OrderConfirmation): EmailBlock[] {
  const notes: EmailBlock[] = [];
  if (order.lines.some((each) => !each.madeToMeasure)) {
    notes.push({
      kind: "note",
      title: "Returns",
      lines: [
        `Ready-to-wear pieces come back to us within ${order.terms.returnWindow} of their delivery: in original condition, with tags, unworn and unwashed.`,
        `Write to ${order.contactEmail} with your order number and the reason, and we answer with an authorization number. Or open the return yourself:`,
        `${order.siteUrl}/order-lookup`,
        order.terms.refund,
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

function confirmationBlocks(order: OrderConfirmation): EmailBlock[] {
  const measured = order.lines.filter((each) => each.madeToMeasure && !each.options);
  const agreed = order.lines.filter((each) => each.options);
  const { daysOfMaking } = order.terms;
  const making = daysOfMaking === null ? [] : [`Made-to-measure work adds ${daysOfMaking}.`];
  const blocks: EmailBlock[] = [
    {
      kind: "text",
      text: `Your order ${order.orderNumber} is paid and in our hands. Here is what we are preparing for you.`,
    },
    ...(order.image ? [{ kind: "image" as const, ...order.image }] : []),
    linesBlock(order.lines),
    { kind: "amounts", rows: order.amounts },
  ];
  if (measured.length > 0) {
    blocks.push({
      kind: "note",
      title: "We will ask for your measures",
      lines: [
        `The atelier writes to you about ${measured.map((each) => each.name).join(", ")} before anything is cut.`,
        ...making,
      ],
    });
  }
  if (agreed.length > 0) {
    blocks.push({
      kind: "note",
      title: "Cut to your measurements",
      lines: [
        agreed.length === 1
          ? `The contract of ${agreed[0]?.name} is on the page of your order, with the measurements that it is cut to:`
          : `The contracts of ${agreed.map((each) => each.name).join(", ")} are on the page of your order, with the measurements that they are cut to:`,
        order.contractUrl,
        "Nothing in it changes without your approval.",
        ...making,
      ],
    });
  }
  if (order.delivery) {
    const lines = [
      `${order.delivery}.`,
      ...(order.duties ? [order.duties] : []),
      "We email you when it leaves the atelier.",
    ];
    if (order.isLaterThanShown) {
      lines.unshift(
        "Others paid for the same days while you were paying, so it arrives later than the payment page said. We are sorry. If that is too late, cancel it on the page of your order before a tailor approves it to be cut, and you get its whole price back.",
      );
    }
    blocks.push({ kind: "note", title: "Expected", lines });
  }
  if (order.addressLines.length > 0) {
    blocks.push({ kind: "note", title: "Delivery to", lines: order.addressLines });
  }
  blocks.push({ kind: "button", label: "View your order", url: order.orderUrl });
  blocks.push(...returnNotes(order));
  return blocks;
}

/** Confirms a paid order (decision C5). */
export const orderConfirmationEmail = defineEmail<OrderConfirmation>({
  kind: "order-confirmation",
  greets: true,
  compose: (order) => ({
    subject: `Order Confirmed! ${order.siteName} ${order.orderNumber}`,
    preview: `Thank you. We have your order ${order.orderNumber} for ${formatMoney(order.total)}.`,
    heading: "Order Confirmed!",
    blocks: confirmationBlocks(order),
    footer: [
      `You receive this email because an order was placed at ${order.siteName} with this address.`,
      `Questions? Write to ${order.contactEmail}.`,
    ],
  }),
  sample: (facts) => ({
    ...sampleOrder(facts),
    contractUrl: `${facts.siteUrl}/profile/orders`,
    lines: SAMPLE_LINES,
    amounts: SAMPLE_AMOUNTS,
    delivery: "Arrives 25 to 27 November 2026, Express, $25.00",
    duties: null,
    isLaterThanShown: false,
    total: money(108_550),
    terms: {
      returnWindow: "30 days",
      refund: refundWayMessage({ provider: "stripe:live", hasCredit: false }),
      daysOfMaking: null,
    },
  }),
});
