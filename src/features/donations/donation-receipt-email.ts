import type { MoneyAmount } from "#core/money-amount.ts";
import { formatMoney } from "#core/money-amount.ts";
import type { RenderedMail } from "#features/mail/mail-document.ts";
import { renderMail } from "#features/mail/render-mail.ts";
import { SHOP_TIME_ZONE } from "#features/settings/business-facts.ts";

/** What a receipt tells. */
export type DonationReceipt = {
  amount: MoneyAmount;
  /** The donation's id; its last 12 characters are its number. */
  donationId: string;
  completedAt: Date;
  siteName: string;
  siteUrl: string;
  contactEmail: string;
};

const dayWords = new Intl.DateTimeFormat("en-GB", {
  dateStyle: "long",
  timeZone: SHOP_TIME_ZONE,
});

/** The receipt of a gift to New Dawn (decision S7). */
export function donationReceiptEmail(receipt: DonationReceipt): RenderedMail {
  const { amount, donationId, completedAt, siteName, siteUrl, contactEmail } = receipt;
  const sum = formatMoney(amount);
  return renderMail({
    subject: `Receipt for your donation of ${sum} to New Dawn`,
    preview: `Thank you. Your gift of ${sum} has reached New Dawn.`,
    heading: "Thank you",
    blocks: [
      {
        kind: "text",
        text: `Your gift of ${sum} has reached New Dawn. It goes to work beside women who are building a trade and a business of their own.`,
      },
      { kind: "amounts", rows: [{ label: "Donation to New Dawn", amount: sum, isSum: true }] },
      {
        kind: "note",
        title: "Receipt",
        lines: [
          `Received on ${dayWords.format(completedAt)}`,
          // Ids made close in time begin alike: their ends tell gifts apart.
          `Number ${donationId.slice(-12)}`,
          "This is a gift: no goods or services were given for it.",
        ],
      },
      { kind: "button", label: "See what New Dawn does", url: `${siteUrl}/new-dawn` },
    ],
    siteName,
    siteUrl,
    footer: [
      `You receive this mail because a donation was made at ${siteName} with this address.`,
      `Questions? Write to ${contactEmail}.`,
    ],
  });
}
