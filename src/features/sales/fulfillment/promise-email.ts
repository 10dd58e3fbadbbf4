import { defineEmail, sampleOrder } from "#features/base/mail/email.ts";
import type { EmailGreeting } from "#features/base/mail/render-email.ts";

type PromiseNotice = EmailGreeting & {
  siteName: string;
  siteUrl: string;
  contactEmail: string;
  orderNumber: string;
  orderUrl: string;
  /** "arrives 8 to 12 December 2026". */
  arrival: string;
  /** The days that were promised before; null when none were. */
  before: string | null;
  /** In the words of the office. */
  reason: string;
};

/** Says that an order is promised for another day, and why. Always sent: the customer may plan a day by it. */
export const promiseChangedEmail = defineEmail<PromiseNotice>({
  kind: "promise-changed",
  greets: true,
  compose: ({ arrival, before, reason, ...notice }) => ({
    subject: `A new day for your order (${notice.siteName} ${notice.orderNumber})`,
    preview: `It now ${arrival}.`,
    heading: "A new day for your order",
    blocks: [
      {
        kind: "text",
        text: `Your order ${notice.orderNumber} now ${arrival}.${before ? ` Before, we had promised ${before}.` : ""}`,
      },
      { kind: "note", title: "Why", lines: [reason] },
      {
        kind: "note",
        title: "Does this day not suit you?",
        lines: [`Write to ${notice.contactEmail}, and we find a way together.`],
      },
      { kind: "button", label: "View your order", url: notice.orderUrl },
    ],
    footer: [
      `You receive this email because of your order ${notice.orderNumber} at ${notice.siteName}.`,
      `Questions? Write to ${notice.contactEmail}.`,
    ],
  }),
  sample: (facts) => ({
    ...sampleOrder(facts),
    arrival: "arrives 8 to 12 December 2026",
    before: "1 to 4 December 2026",
    reason: "The cloth from Guyana's weaver arrives a week later than announced.",
  }),
});
