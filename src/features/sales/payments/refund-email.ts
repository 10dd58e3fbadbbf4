import type { ReportedAmount } from "#core/money-amount.ts";
import { formatReported, money } from "#core/money-amount.ts";
import { defineEmail, sampleOrder, sampleTie } from "#features/base/mail/email.ts";
import type { EmailBlock, EmailGreeting } from "#features/base/mail/render-email.ts";
import { BUSINESS_LABELS } from "#features/base/settings/business-facts.ts";
import { sizePhrase } from "#features/catalog/products/product.ts";
import type { RefundedLine } from "./refund.ts";

type FailedRefundNotice = EmailGreeting & {
  siteName: string;
  siteUrl: string;
  contactEmail: string;
  orderNumber: string;
  orderUrl: string;
  amount: ReportedAmount;
};

type RefundNotice = FailedRefundNotice & {
  /** The whole, a part, a mismatched payment, or the deposit of an order that ended. */
  of: "order" | "part" | "review" | "deposit";
  /** The owner's. */
  reason: string;
  lines: readonly RefundedLine[];
  /** '5-10 business days'. */
  refund: string;
  /** Whether the owner sent it from the shop's bank account, and no provider returns it. */
  isTransfer: boolean;
};

const leads: Readonly<Record<RefundNotice["of"], (orderNumber: string) => string>> = {
  order: (number) => `We have refunded your order ${number} in full.`,
  part: (number) => `We have refunded a part of your order ${number}.`,
  deposit: (number) =>
    `Your order ${number} ended before it was paid. We have sent back what you had transferred for it.`,
  review: (number) =>
    `We received a payment that did not match your order ${number}, and have given it back to you. The order itself is as it was.`,
};

/** What is refunded, and why; nothing of either where it is not known. */
function refundNotes({ lines, reason }: Pick<RefundNotice, "lines" | "reason">): EmailBlock[] {
  const notes: EmailBlock[] = [];
  if (lines.length > 0) {
    const items = lines.map((line) => `${line.quantity} × ${line.name}, ${sizePhrase(line.size)}`);
    notes.push({ kind: "note", title: "For", lines: items });
  }
  if (reason !== "") {
    notes.push({ kind: "note", title: "Why", lines: reason.split("\n").filter(Boolean) });
  }
  return notes;
}

function refundBlocks(notice: RefundNotice): EmailBlock[] {
  const { of, orderNumber } = notice;
  const blocks: EmailBlock[] = [
    {
      kind: "text",
      text: leads[of](orderNumber),
    },
    {
      kind: "amounts",
      rows: [{ label: "Refunded", amount: formatReported(notice.amount), isSum: true }],
    },
    ...refundNotes(notice),
  ];
  blocks.push(
    {
      kind: "note",
      title: "When it arrives",
      lines: [
        notice.isTransfer
          ? "We have sent it from our bank account to yours. Your bank shows it in a few days; a transfer abroad takes about a week. There is nothing you need to do."
          : `It goes back the way you paid, and your bank shows it within ${notice.refund}. There is nothing you need to do.`,
      ],
    },
    { kind: "button", label: "View your order", url: notice.orderUrl },
  );
  return blocks;
}

/** Reports a refund (specification 2, Returns). */
export const refundEmail = defineEmail<RefundNotice>({
  kind: "refund",
  greets: true,
  compose: (notice) => ({
    subject: `Your refund of ${formatReported(notice.amount)} (${notice.siteName} ${notice.orderNumber})`,
    preview: `${formatReported(notice.amount)} is on its way back to you.`,
    heading: "Your refund is on its way",
    blocks: refundBlocks(notice),
    footer: [
      `You receive this email because order ${notice.orderNumber} was refunded.`,
      `Questions? Write to ${notice.contactEmail}.`,
    ],
  }),
  sample: (facts) => ({
    ...sampleOrder(facts),
    amount: money(16_150),
    of: "part",
    reason: "The color was not the one on the picture.",
    lines: [sampleTie],
    refund: BUSINESS_LABELS.refund,
    isTransfer: false,
  }),
});

/**
 * Says what a customer who paid by bank transfer gets back and until when, before it is sent, and asks where to send it. `until` is the
 * day, such as "4 December 2026"; `reason` the shop's or "".
 */
export const refundPromisedEmail = defineEmail<
  FailedRefundNotice & Pick<RefundNotice, "lines" | "reason"> & { until: string }
>({
  kind: "refund-promised",
  greets: true,
  compose: ({ contactEmail, orderNumber, orderUrl, siteName, until, ...notice }) => {
    const amount = formatReported(notice.amount);
    return {
      subject: `Where shall we send your ${amount}? (${siteName} ${orderNumber})`,
      preview: `We send ${amount} back to you by ${until}.`,
      heading: `${amount} goes back to you`,
      blocks: [
        {
          kind: "text",
          text: `You get ${amount} of your order ${orderNumber} back. You paid by bank transfer, so we send it to your bank account by ${until}. It has not left yet: you have another email when it has.`,
        },
        { kind: "amounts", rows: [{ label: "Goes back to you", amount, isSum: true }] },
        ...refundNotes(notice),
        {
          kind: "note",
          title: "What we need from you",
          lines: [
            "Please tell us the account: on the page of your order, under “Money back”, enter the account's holder, its number or IBAN, and the bank.",
          ],
        },
        { kind: "button", label: "Tell us the account", url: orderUrl },
      ],
      footer: [
        `You receive this email because money of order ${orderNumber} goes back to you.`,
        `Questions? Write to ${contactEmail}.`,
      ],
    };
  },
  sample: (facts) => ({
    ...sampleOrder(facts),
    amount: money(16_150),
    until: "4 December 2026",
    lines: [{ ...sampleTie, quantity: 1 }],
    reason: "You cancelled it before it left.",
  }),
});

/** Repeats to which account money goes, so that a customer notices one that somebody else named. */
export const payoutAccountEmail = defineEmail<
  Omit<FailedRefundNotice, "amount"> & {
    amounts: readonly ReportedAmount[];
    /** The last characters of its number. */
    ending: string;
  }
>({
  kind: "payout-account",
  greets: true,
  compose: ({ amounts, contactEmail, ending, orderNumber, orderUrl, siteName }) => ({
    subject: `We send your money to the account ending in ${ending} (${siteName} ${orderNumber})`,
    preview: "If you did not name this account, please write to us at once.",
    heading: "We have your account",
    blocks: [
      {
        kind: "text",
        text: `On the page of your order ${orderNumber} an account ending in ${ending} was entered. We send ${amounts.map(formatReported).join(" and ")} to it, and write to you when it has left.`,
      },
      {
        kind: "note",
        title: "If it was not you",
        lines: [`Please write to ${contactEmail} at once, and we wait.`],
      },
      { kind: "button", label: "View your order", url: orderUrl },
    ],
    footer: [
      `You receive this email because money of order ${orderNumber} goes back to you.`,
      `Questions? Write to ${contactEmail}.`,
    ],
  }),
  sample: (facts) => ({ ...sampleOrder(facts), amounts: [money(16_150)], ending: "3000" }),
});

/** Reports a refund the bank returned, without its reason. */
export const refundFailedEmail = defineEmail<FailedRefundNotice>({
  kind: "refund-failed",
  greets: true,
  compose: ({ amount: refunded, contactEmail, orderNumber, orderUrl, siteName }) => {
    const amount = formatReported(refunded);
    return {
      subject: `Your refund of ${amount} came back to us (${siteName} ${orderNumber})`,
      preview: "Your bank did not take it. It is with us, and you will have it.",
      heading: "Your refund came back",
      blocks: [
        {
          kind: "text",
          text: `We sent you ${amount} for your order ${orderNumber}, and your bank sent it back to us. That happens when a card has ended or was replaced.`,
        },
        { kind: "amounts", rows: [{ label: "With us, and yours", amount, isSum: true }] },
        {
          kind: "note",
          title: "What happens now",
          lines: [
            `We give it to you again. If your card has changed, write to ${contactEmail} how the money can reach you; please send no card numbers.`,
          ],
        },
        { kind: "button", label: "View your order", url: orderUrl },
      ],
      footer: [
        `You receive this email because a refund of your order ${orderNumber} did not arrive.`,
        `Questions? Write to ${contactEmail}.`,
      ],
    };
  },
  sample: (facts) => ({ ...sampleOrder(facts), amount: money(16_150) }),
});
