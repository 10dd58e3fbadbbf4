import type { MoneyAmount } from "#core/money-amount.ts";
import { formatMoney } from "#core/money-amount.ts";
import type { RenderedMail } from "#features/mail/mail-document.ts";
import { renderMail } from "#features/mail/render-mail.ts";

/** A refund that came back, as its mail tells it. */
export type FailedRefundNotice = {
  siteName: string;
  siteUrl: string;
  contactEmail: string;
  orderNumber: string;
  orderUrl: string;
  amount: MoneyAmount;
};

/** To the customer who was told that money is on its way, when the bank sent it back; the bank's own words stay with the shop. */
export function refundFailedEmail(notice: FailedRefundNotice): RenderedMail {
  const { contactEmail, orderNumber, orderUrl, siteName, siteUrl } = notice;
  const amount = formatMoney(notice.amount);
  return renderMail({
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
    siteName,
    siteUrl,
    footer: [
      `You receive this mail because a refund of your order ${orderNumber} did not arrive.`,
      `Questions? Write to ${contactEmail}.`,
    ],
  });
}
