import { formatLongDay } from "#core/business-days.ts";
import { dayOf } from "#core/georgetown-time.ts";
import type { MoneyAmount } from "#core/money-amount.ts";
import { formatMoney, money } from "#core/money-amount.ts";
import { defineEmail, SAMPLE_DATE } from "#features/base/mail/email.ts";

type DonationReceipt = {
  amount: MoneyAmount;
  /** Its last 12 characters are the donation's number. */
  donationId: string;
  completedAt: Date;
  siteName: string;
  siteUrl: string;
  contactEmail: string;
};

/** The receipt of a New Dawn donation (decision S7). */
export const donationReceiptEmail = defineEmail<DonationReceipt>({
  kind: "donation-receipt",
  greets: true,
  compose: ({ amount, donationId, completedAt, siteName, siteUrl, contactEmail }) => {
    const sum = formatMoney(amount);
    return {
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
            `Received on ${formatLongDay(dayOf(completedAt))}`,
            // Time-ordered ids differ at their ends.
            `Number ${donationId.slice(-12)}`,
            "This is a gift: no goods or services were given for it.",
          ],
        },
        { kind: "button", label: "See what New Dawn does", url: `${siteUrl}/new-dawn` },
      ],
      footer: [
        `You receive this email because a donation was made at ${siteName} with this address.`,
        `Questions? Write to ${contactEmail}.`,
      ],
    };
  },
  sample: (facts) => ({
    ...facts,
    amount: money(5_000),
    donationId: "0198f000-0000-7000-8000-7c1f5ab2d904",
    completedAt: SAMPLE_DATE,
  }),
});
