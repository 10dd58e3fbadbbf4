import type { MoneyAmount } from "#core/money-amount.ts";
import { formatMoney } from "#core/money-amount.ts";
import { defineEmail, sampleOrder } from "#features/base/mail/email.ts";
import type { EmailBlock, EmailGreeting } from "#features/base/mail/render-email.ts";
import type { AlterationRemedy } from "./alteration-rules.ts";
import { remedyMessages } from "./alteration-rules.ts";

type GarmentFacts = EmailGreeting & {
  siteName: string;
  siteUrl: string;
  contactEmail: string;
  orderNumber: string;
  /** With its wearer (`lineName`). */
  productName: string;
  /** Private: opens the garment without an account. */
  garmentUrl: string;
};

const sampleGarment = (facts: Parameters<typeof sampleOrder>[0]) => ({
  ...sampleOrder(facts),
  productName: "Camp Street Shirt",
  garmentUrl: `${facts.siteUrl}/garment/sample`,
});

const footerOf = ({ contactEmail, orderNumber }: GarmentFacts) => [
  `You receive this email because you ordered a made-to-measure piece, order ${orderNumber}.`,
  `Questions? Write to ${contactEmail}.`,
];

/** Asks some days after the delivery how a garment fits. */
export const fitQuestionEmail = defineEmail<GarmentFacts & { freeUntil: string }>({
  kind: "fit-question",
  greets: true,
  topic: "order-updates",
  isPrivate: true,
  compose: (input) => ({
    subject: `How does your ${input.productName} fit? (${input.siteName} ${input.orderNumber})`,
    preview: "Two minutes now, and your next piece fits better.",
    heading: "How does it fit?",
    blocks: [
      {
        kind: "text",
        text: `Tell us where your ${input.productName} is too long, too short, too tight or too loose. We remember it, and the next piece is cut with it.`,
      },
      { kind: "button", label: `Say how your ${input.productName} fits`, url: input.garmentUrl },
      {
        kind: "note",
        title: "Not right yet?",
        lines: [
          `A free alteration or remeasurement is included once, until ${input.freeUntil}. The same page asks for it.`,
          "The link is private, so please do not forward it.",
        ],
      },
    ],
    footer: footerOf(input),
  }),
  sample: (facts) => ({ ...sampleGarment(facts), freeUntil: "20 January 2027" }),
});

type RequestFacts = GarmentFacts & { number: string; remedy: AlterationRemedy };

const sampleRequest = (facts: Parameters<typeof sampleOrder>[0]): RequestFacts => ({
  ...sampleGarment(facts),
  number: "AL-7K2M9XQF",
  remedy: "alteration",
});

/** Confirms a request to the customer. */
export const alterationRequestedEmail = defineEmail<RequestFacts>({
  kind: "alteration-requested",
  greets: true,
  isPrivate: true,
  compose: (input) => ({
    subject: `Your request ${input.number} about your ${input.productName} (${input.siteName} ${input.orderNumber})`,
    preview: "The atelier looks at it and writes to you.",
    heading: "We have your request",
    blocks: [
      {
        kind: "text",
        text: `The atelier looks at your ${input.productName} and writes to you within 24 hours on business days.`,
      },
      {
        kind: "note",
        title: input.number,
        lines: [`You asked for: ${remedyMessages[input.remedy].label}`],
      },
      {
        kind: "button",
        label: `See your request about your ${input.productName}`,
        url: input.garmentUrl,
      },
    ],
    footer: footerOf(input),
  }),
  sample: sampleRequest,
});

/** Announces a request to the atelier; the measurements are on its page and never in the email. */
export const alterationNoticeEmail = defineEmail<
  Omit<RequestFacts, "garmentUrl" | "customerName"> & { adminUrl: string }
>({
  kind: "alteration-notice",
  compose: (input) => ({
    subject: `${input.number}: ${input.productName}, order ${input.orderNumber} (${remedyMessages[input.remedy].label})`,
    preview: `${input.productName} of order ${input.orderNumber}`,
    heading: "An alteration is asked for",
    blocks: [
      {
        kind: "note",
        title: input.number,
        lines: [
          `${input.productName}, order ${input.orderNumber}`,
          remedyMessages[input.remedy].label,
        ],
      },
      { kind: "button", label: "Open the request", url: input.adminUrl },
    ],
    footer: [`You receive this email as the contact address of ${input.siteName}.`],
  }),
  sample: (facts) => ({
    ...sampleRequest(facts),
    customerName: null,
    adminUrl: `${facts.siteUrl}/admin/atelier/alterations`,
  }),
});

type DecidedFacts = RequestFacts & {
  decision: "approved" | "credit" | "remake" | "declined";
  /** Of the atelier. */
  note: string;
  credit: MoneyAmount | null;
  shopAddress: string;
};

function decisionContent(input: DecidedFacts): {
  heading: string;
  text: string;
  more: EmailBlock[];
} {
  const { credit, decision, number, productName, shopAddress, siteName } = input;
  switch (decision) {
    case "approved":
      return {
        heading: "We alter it for you",
        text: `Please send us your ${productName}. You pay the way to us; the work and the way back to you cost you nothing.`,
        more: [
          {
            kind: "note",
            title: "Send it to",
            lines: [siteName, shopAddress, `Write ${number} on the parcel.`],
          },
        ],
      };
    case "credit":
      return {
        heading: "A tailor near you may alter it",
        text: `Have your ${productName} altered, and send us a photo of the receipt on your page. You get what you paid as store credit, up to ${credit ? formatMoney(credit) : "the agreed amount"}.`,
        more: [],
      };
    case "remake":
      return {
        heading: "We make it again",
        text: `We make your ${productName} again with what we have learned, at no cost. You have another email as soon as it leaves.`,
        more: [],
      };
    case "declined":
      return {
        heading: "We cannot do this",
        text: `We looked at your request ${number} with care and cannot do what you asked for.`,
        more: [],
      };
  }
}

/** What the atelier decided about a request. */
export const alterationDecidedEmail = defineEmail<DecidedFacts>({
  kind: "alteration-decided",
  greets: true,
  isPrivate: true,
  compose: (input) => {
    const { heading, more, text } = decisionContent(input);
    const lines = input.note.split("\n").filter(Boolean);
    const title = input.decision === "declined" ? "Why" : "From the atelier";
    return {
      subject: `${heading}: ${input.productName}, ${input.number} (${input.siteName} ${input.orderNumber})`,
      preview: text,
      heading,
      blocks: [
        { kind: "text", text },
        ...(lines.length > 0 ? [{ kind: "note" as const, title, lines }] : []),
        ...more,
        {
          kind: "button",
          label: `See your request about your ${input.productName}`,
          url: input.garmentUrl,
        },
      ],
      footer: footerOf(input),
    };
  },
  sample: (facts) => ({
    ...sampleRequest(facts),
    decision: "approved",
    note: "We take the sleeves up by 1 cm.",
    credit: null,
    shopAddress: facts.shopAddress,
  }),
});

/**
 * A later step as its customer reads it: the garment is at the atelier, is on its way back, was made again and has left, or nothing more
 * happens because the new one was cancelled.
 */
export type ReportedStep = "received" | "returned" | "remade" | "settled";

const stepHeadings: Readonly<Record<ReportedStep, string>> = {
  received: "Your piece is with us",
  returned: "Your piece is on its way back",
  remade: "Your new piece is on its way",
  settled: "Your request is settled",
};

const stepText = ({ number, productName, step }: RequestFacts & { step: ReportedStep }) =>
  ({
    received: `Your ${productName} has arrived at the atelier. We write to you again when it leaves.`,
    returned: `Your ${productName} is altered and has left the atelier: ${number} is done. If it still does not fit, please say so on its page.`,
    settled: `Everything about ${number} is done. If your ${productName} still does not fit, please say so on its page.`,
    remade: `Your ${productName} was made again and has left the atelier: ${number} is done. If it still does not fit, please say so on its page.`,
  })[step];

/** Tells the customer about a later step. */
export const alterationStepEmail = defineEmail<RequestFacts & { step: ReportedStep }>({
  kind: "alteration-step",
  greets: true,
  isPrivate: true,
  compose: (input) => {
    const { number, step } = input;
    const heading = stepHeadings[step];
    const text = stepText(input);
    return {
      subject: `${heading}: ${number} (${input.siteName} ${input.orderNumber})`,
      preview: text,
      heading,
      blocks: [
        { kind: "text", text },
        {
          kind: "button",
          label: `See your request about your ${input.productName}`,
          url: input.garmentUrl,
        },
      ],
      footer: footerOf(input),
    };
  },
  sample: (facts) => ({ ...sampleRequest(facts), step: "received" }),
});
