import { defineEmail } from "#features/base/mail/email.ts";

type OrderCode = {
  siteName: string;
  siteUrl: string;
  contactEmail: string;
  orderNumber: string;
  code: string;
  minutes: number;
};

/** The code is in the content alone, which is removed after the delivery; subjects stay and are shown on locked screens. */
export const orderCodeEmail = defineEmail<OrderCode>({
  kind: "order-code",
  isPrivate: true,
  hasOneTimeLink: true,
  compose: (input) => ({
    subject: `Your code for order ${input.orderNumber}`,
    preview: `It works once, within ${input.minutes} minutes.`,
    heading: "Your code",
    blocks: [
      {
        kind: "text",
        text: `Somebody, hopefully you, asked to see the measurements of order ${input.orderNumber}. Please enter this code on the page where you asked for it. It works once, within ${input.minutes} minutes, and only in that browser.`,
      },
      { kind: "code", label: "Code", code: input.code },
      {
        kind: "note",
        title: "You did not ask?",
        lines: [
          "Then somebody knows the number of your order and your email. Without this code they see no measurement, so keep it to yourself: nobody of us ever asks you for it.",
        ],
      },
    ],
    footer: [
      `You receive this email because the measurements of an order at ${input.siteName} were asked for.`,
      `Questions? Write to ${input.contactEmail}.`,
    ],
  }),
  sample: (facts) => ({ ...facts, orderNumber: "8A6E0804", code: "804215", minutes: 10 }),
});
