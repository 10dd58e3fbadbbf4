import { defineEmail } from "#features/base/mail/email.ts";
import type { EmailBlock, EmailGreeting } from "#features/base/mail/render-email.ts";

type OrderCode = EmailGreeting & {
  siteName: string;
  siteUrl: string;
  contactEmail: string;
  orderNumber: string;
  /** Null for an order of an account that asks for a second step: the measurements are read there. */
  code: string | null;
  signInUrl: string;
  minutes: number;
};

function codeBlocks({ code, minutes, orderNumber, signInUrl }: OrderCode): readonly EmailBlock[] {
  const reason = `Somebody, hopefully you, asked to see the measurements of order ${orderNumber}.`;
  if (code === null) {
    return [
      {
        kind: "text",
        text: `${reason} The order belongs to your account, which asks for a second step, so no code from this mailbox opens them. Please sign in to see them.`,
      },
      { kind: "button", label: "Sign in", url: signInUrl },
    ];
  }
  return [
    {
      kind: "text",
      text: `${reason} Please enter this code on the page where you asked for it. It works once, within ${minutes} minutes, and only in that browser.`,
    },
    { kind: "code", label: "Code", code },
  ];
}

/** What the mailbox's owner should know if somebody else asked. */
const strangerLine = (code: string | null) =>
  code === null
    ? "Then somebody knows the number of your order and your email. They see no measurement."
    : "Then somebody knows the number of your order and your email. Without this code they see no measurement, so keep it to yourself: nobody of us ever asks you for it.";

/** The code is in the content alone, which is removed after the delivery; subjects stay and are shown on locked screens. */
export const orderCodeEmail = defineEmail<OrderCode>({
  kind: "order-code",
  greets: true,
  isPrivate: true,
  hasOneTimeLink: true,
  compose: (input) => ({
    subject:
      input.code === null
        ? `The measurements of order ${input.orderNumber}`
        : `Your code for order ${input.orderNumber}`,
    preview:
      input.code === null
        ? "Please sign in to see the measurements."
        : `It works once, within ${input.minutes} minutes.`,
    heading: input.code === null ? "Please sign in" : "Your code",
    blocks: [
      ...codeBlocks(input),
      { kind: "note", title: "You did not ask?", lines: [strangerLine(input.code)] },
    ],
    footer: [
      `You receive this email because the measurements of an order at ${input.siteName} were asked for.`,
      `Questions? Write to ${input.contactEmail}.`,
    ],
  }),
  sample: (facts) => ({
    ...facts,
    customerName: "Asha Persaud",
    orderNumber: "8A6E0804",
    code: "804215",
    signInUrl: `${facts.siteUrl}/auth`,
    minutes: 10,
  }),
});
