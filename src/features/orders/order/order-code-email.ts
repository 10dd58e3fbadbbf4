import { defineEmail } from "#features/base/mail/email.ts";
import type { EmailBlock, EmailGreeting } from "#features/base/mail/render-email.ts";

type Opened = "measurements" | "account";

const OPENED: Readonly<
  Record<
    Opened,
    { wanted: string; signIn: string; stranger: string; subject: string; topic: string }
  >
> = {
  measurements: {
    wanted: "asked to see the measurements",
    signIn: "Please sign in to see them.",
    stranger: "they see no measurement",
    subject: "The measurements",
    topic: "the measurements",
  },
  account: {
    wanted: "wants to name the account for the money",
    signIn: "Please sign in to name it.",
    stranger: "they can name no account",
    subject: "The account for the money",
    topic: "the account for the money",
  },
};

type OrderCode = EmailGreeting & {
  siteName: string;
  siteUrl: string;
  contactEmail: string;
  orderNumber: string;
  /** Null for an order of an account that asks for a second step: the measurements are read there. */
  code: string | null;
  /** What the code opens: the measurements, or of an order without any the account for money that goes back. */
  opens: Opened;
  signInUrl: string;
  minutes: number;
};

function codeBlocks({
  code,
  minutes,
  opens,
  orderNumber,
  signInUrl,
}: OrderCode): readonly EmailBlock[] {
  const { signIn, wanted } = OPENED[opens];
  const reason = `Somebody, hopefully you, ${wanted} of order ${orderNumber}.`;
  if (code === null) {
    return [
      {
        kind: "text",
        text: `${reason} The order belongs to your account, which asks for a second step, so no code from this mailbox does it. ${signIn}`,
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
function strangerLine({ code, opens }: OrderCode): string {
  const known = "Then somebody knows the number of your order and your email.";
  const { stranger } = OPENED[opens];
  return code === null
    ? `${known} By that ${stranger}.`
    : `${known} Without this code ${stranger}, so keep it to yourself: nobody of us ever asks you for it.`;
}

/** The code is in the content alone, which is removed after the delivery; subjects stay and are shown on locked screens. */
export const orderCodeEmail = defineEmail<OrderCode>({
  kind: "order-code",
  greets: true,
  isPrivate: true,
  hasOneTimeLink: true,
  compose: (input) => ({
    subject:
      input.code === null
        ? `${OPENED[input.opens].subject} of order ${input.orderNumber}`
        : `Your code for order ${input.orderNumber}`,
    preview:
      input.code === null
        ? OPENED[input.opens].signIn
        : `It works once, within ${input.minutes} minutes.`,
    heading: input.code === null ? "Please sign in" : "Your code",
    blocks: [
      ...codeBlocks(input),
      { kind: "note", title: "You did not ask?", lines: [strangerLine(input)] },
    ],
    footer: [
      `You receive this email because of ${OPENED[input.opens].topic} of an order at ${input.siteName}.`,
      `Questions? Write to ${input.contactEmail}.`,
    ],
  }),
  sample: (facts) => ({
    ...facts,
    customerName: "Asha Persaud",
    orderNumber: "8A6E0804",
    code: "804215",
    opens: "measurements",
    signInUrl: `${facts.siteUrl}/auth`,
    minutes: 10,
  }),
});
