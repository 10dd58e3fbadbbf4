import type { MoneyAmount } from "#core/money-amount.ts";
import { formatMoney } from "#core/money-amount.ts";
import type { MailBlock, RenderedMail } from "#features/mail/mail-document.ts";
import { renderMail } from "#features/mail/render-mail.ts";

/** A refund as its mail tells it. */
export type RefundNotice = {
  siteName: string;
  siteUrl: string;
  contactEmail: string;
  orderNumber: string;
  orderUrl: string;
  amount: MoneyAmount;
  /** Whether nothing of the order's money is left with the shop. */
  isWhole: boolean;
  /** In the owner's words; "" when none were given. */
  reason: string;
  lines: readonly { name: string; size: string; quantity: number }[];
  /** How soon it reaches the customer: '5-10 business days'. */
  refund: string;
};

/** To the customer, when the money is on its way back (specification 2, Returns). */
export function refundEmail(notice: RefundNotice): RenderedMail {
  const { contactEmail, isWhole, lines, orderNumber, reason, siteName, siteUrl } = notice;
  const amount = formatMoney(notice.amount);
  const blocks: MailBlock[] = [
    {
      kind: "text",
      text: isWhole
        ? `We have refunded your order ${orderNumber} in full.`
        : `We have refunded a part of your order ${orderNumber}.`,
    },
    { kind: "amounts", rows: [{ label: "Refunded", amount, isSum: true }] },
  ];
  if (lines.length > 0) {
    const pieces = lines.map((line) => `${line.quantity} × ${line.name}, size ${line.size}`);
    blocks.push({ kind: "note", title: "For", lines: pieces });
  }
  if (reason !== "") {
    blocks.push({ kind: "note", title: "Why", lines: reason.split("\n").filter(Boolean) });
  }
  blocks.push(
    {
      kind: "note",
      title: "When it arrives",
      lines: [
        `It goes back the way you paid, and your bank shows it within ${notice.refund}. There is nothing you need to do.`,
      ],
    },
    { kind: "button", label: "View your order", url: notice.orderUrl },
  );
  return renderMail({
    subject: `Your refund of ${amount} (${siteName} ${orderNumber})`,
    preview: `${amount} is on its way back to you.`,
    heading: "Your refund is on its way",
    blocks,
    siteName,
    siteUrl,
    footer: [
      `You receive this mail because order ${orderNumber} was refunded.`,
      `Questions? Write to ${contactEmail}.`,
    ],
  });
}
