import type { MoneyAmount } from "#core/money-amount.ts";
import { formatMoney, money } from "#core/money-amount.ts";
import { defineEmail, sampleOrder } from "#features/base/mail/email.ts";
import type { EmailGreeting } from "#features/base/mail/render-email.ts";

type CreditNotice = EmailGreeting & {
  siteName: string;
  siteUrl: string;
  contactEmail: string;
  amount: MoneyAmount;
  balance: MoneyAmount;
  note: string;
  /** The refunded order. */
  orderNumber: string | null;
  creditUrl: string;
};

/** The private link to new credit; anyone with it can spend. */
export const storeCreditEmail = defineEmail<CreditNotice>({
  kind: "store-credit",
  greets: true,
  isPrivate: true,
  compose: (notice) => {
    const amount = formatMoney(notice.amount);
    const why = notice.note.split("\n").filter(Boolean);
    return {
      subject: `${amount} of store credit at ${notice.siteName}`,
      preview: `It never expires. Your balance is ${formatMoney(notice.balance)}.`,
      heading: "Store credit for you",
      blocks: [
        {
          kind: "text",
          text: notice.orderNumber
            ? `We have refunded ${amount} of your order ${notice.orderNumber} as store credit.`
            : `We have given you ${amount} of store credit.`,
        },
        {
          kind: "amounts",
          rows: [
            { label: "Store credit", amount, isSum: false },
            { label: "Your balance", amount: formatMoney(notice.balance), isSum: true },
          ],
        },
        ...(why.length > 0 ? [{ kind: "note" as const, title: "Why", lines: why }] : []),
        {
          kind: "note",
          title: "How to spend it",
          lines: [
            "Open the link below and choose “Use it at checkout”, or sign in to your account with this email address. It pays for all or a part of any order, and it never expires.",
            "The link is private: whoever has it can spend the credit.",
          ],
        },
        { kind: "button", label: "See your store credit", url: notice.creditUrl },
      ],
      footer: [
        `You receive this email because ${notice.siteName} gave you store credit.`,
        `Questions? Write to ${notice.contactEmail}.`,
      ],
    };
  },
  sample: (facts) => ({
    ...sampleOrder(facts),
    amount: money(16_150),
    balance: money(20_000),
    note: "Your return RA-7K2M9XQF",
    creditUrl: `${facts.siteUrl}/store-credit/private-link`,
  }),
});
