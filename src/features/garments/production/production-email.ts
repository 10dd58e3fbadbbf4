import { formatPercent } from "#core/format-number.ts";
import type { SampleFacts } from "#features/base/mail/email.ts";
import { defineEmail, sampleOrder } from "#features/base/mail/email.ts";
import type { EmailGreeting } from "#features/base/mail/render-email.ts";
import { POLICY_VERSION } from "#features/garments/contract/policy.ts";
import { refundLinesAfterApproval } from "./refund-policy.ts";

type Progress = EmailGreeting & {
  siteName: string;
  siteUrl: string;
  contactEmail: string;
  orderNumber: string;
  orderUrl: string;
  /** With its wearer (`lineName`). */
  productName: string;
};

const footerOf = ({
  contactEmail,
  orderNumber,
  siteName,
}: Omit<Progress, "orderUrl" | "customerName">) => [
  `You receive this email because of your order ${orderNumber} at ${siteName}.`,
  `Questions? Write to ${contactEmail}.`,
];

const sample = (facts: SampleFacts) => ({
  ...sampleOrder(facts),
  productName: "Kaieteur Gown",
});

/** Reports that the garment is approved to cut, when free changes end. `refundLines` say what a cancellation gives back, and until when. */
export const garmentApprovedEmail = defineEmail<Progress & { refundLines: readonly string[] }>({
  kind: "garment-approved",
  greets: true,
  topic: "order-updates",
  compose: (input) => ({
    subject: `We are about to cut your ${input.productName} (${input.siteName} ${input.orderNumber})`,
    preview: "A tailor checked your measurements, and the pattern is ready.",
    heading: "Approved to cut",
    blocks: [
      {
        kind: "text",
        text: `A tailor checked your measurements and approved the pattern of your ${input.productName}. The cloth is cut next, so it can no longer be changed.`,
      },
      { kind: "note", title: "If you change your mind", lines: [...input.refundLines] },
      { kind: "button", label: "View your order", url: input.orderUrl },
    ],
    footer: footerOf(input),
  }),
  sample: (facts) => ({
    ...sample(facts),
    refundLines: refundLinesAfterApproval(POLICY_VERSION),
  }),
});

/** Reports that the garment is finished and waits for its shipment. */
export const garmentFinishedEmail = defineEmail<Progress>({
  kind: "garment-finished",
  greets: true,
  topic: "order-updates",
  compose: (input) => ({
    subject: `Your ${input.productName} is finished (${input.siteName} ${input.orderNumber})`,
    preview: "We pack it next.",
    heading: "It is finished",
    blocks: [
      {
        kind: "text",
        text: `Your ${input.productName} is sewn, pressed and measured once more. You hear from us when it leaves the atelier.`,
      },
      { kind: "button", label: "View your order", url: input.orderUrl },
    ],
    footer: footerOf(input),
  }),
  sample,
});

type CancelledGarment = Omit<Progress, "orderUrl" | "customerName"> & {
  /** In words, when it was cancelled. */
  stage: string;
  percent: number;
  garmentUrl: string;
};

/** Tells the shop that a customer cancelled a garment, because somebody may be working on it. */
export const garmentCancelledNotice = defineEmail<CancelledGarment>({
  kind: "garment-cancelled",
  compose: ({ garmentUrl, orderNumber, percent, productName, siteName, stage }) => ({
    subject: `${productName} of order ${orderNumber} is cancelled`,
    preview: `The customer cancelled it at “${stage}”.`,
    heading: "A garment is cancelled",
    blocks: [
      {
        kind: "text",
        text: `The customer cancelled ${productName}, which was “${stage}”. Please stop the work on it. ${formatPercent(percent)} of its price goes back; the order says whether you have to send it.`,
      },
      { kind: "button", label: "View the garment", url: garmentUrl },
    ],
    footer: [`Cancelled by the customer at ${siteName}.`],
  }),
  sample: (facts) => ({
    ...sample(facts),
    customerName: null,
    stage: "Approved to cut",
    percent: 75,
    garmentUrl: `${facts.siteUrl}/admin/atelier/production`,
  }),
});

type WithoutCustomer = {
  siteName: string;
  siteUrl: string;
  contactEmail: string;
  /** "Stabroek Suit of order 8a6e0804: Cut". */
  garments: readonly string[];
  boardUrl: string;
};

/** Tells the shop that the customer of garments in work was deleted, because somebody may be working on them. Names nobody. */
export const customerDeletedNotice = defineEmail<WithoutCustomer>({
  kind: "garments-without-customer",
  compose: ({ boardUrl, garments, siteName }) => ({
    subject:
      garments.length === 1
        ? "A customer with a garment in work was deleted"
        : `A customer with ${garments.length} garments in work was deleted`,
    preview: "Please stop the work and give back what is owed.",
    heading: "Garments without a customer",
    blocks: [
      {
        kind: "text",
        text: "A customer was deleted whose garments are being made. Measurements, email and address are gone, so they can neither be fitted nor sent. Please stop the work, open each order and give back what is owed: the refund of an item cancels its garment.",
      },
      { kind: "note", title: "In work", lines: [...garments] },
      { kind: "button", label: "View the board", url: boardUrl },
    ],
    footer: [`Sent because a customer's data at ${siteName} was deleted.`],
  }),
  sample: ({ siteUrl, ...facts }) => ({
    ...sample({ siteUrl, ...facts }),
    customerName: null,
    garments: ["Kaieteur Gown of order 8a6e0804: Cut"],
    boardUrl: `${siteUrl}/admin/atelier/production`,
  }),
});

type ChangedGarment = Omit<Progress, "orderUrl" | "customerName"> & {
  /** "Cloth: Ivory linen, now Sand linen". Never a measurement. */
  changes: readonly string[];
};

/** Confirms the customer's own change with what differs. The numbers are on the order's page and in no email. */
export const garmentChangedEmail = defineEmail<
  ChangedGarment & EmailGreeting & { orderUrl: string }
>({
  kind: "garment-changed",
  greets: true,
  compose: (input) => ({
    subject: `You changed your ${input.productName} (${input.siteName} ${input.orderNumber})`,
    preview: "A tailor checks it before anything is cut.",
    heading: "Your change is saved",
    blocks: [
      {
        kind: "text",
        text: `Your ${input.productName} is made with this change. The price stays the same. A tailor checks it before anything is cut, and until then you can change it again.`,
      },
      { kind: "note", title: "What you changed", lines: [...input.changes] },
      { kind: "button", label: "View your order", url: input.orderUrl },
    ],
    footer: [...footerOf(input), "If you did not change it, please write to us at once."],
  }),
  sample: (facts) => ({
    ...sample(facts),
    changes: ["Cloth: Ivory linen, now Sand linen", "Measurements: see the page of your order"],
  }),
});

/** Tells the shop that a customer changed a garment, because somebody may be working on it. */
export const garmentChangedNotice = defineEmail<ChangedGarment & { garmentUrl: string }>({
  kind: "garment-changed-notice",
  compose: ({ changes, garmentUrl, orderNumber, productName, siteName }) => ({
    subject: `${productName} of order ${orderNumber} is changed`,
    preview: "The customer changed it before it was approved to cut.",
    heading: "A garment is changed",
    blocks: [
      {
        kind: "text",
        text: `The customer changed ${productName}. Its measurements have to be checked again, and its pattern is drawn anew.`,
      },
      { kind: "note", title: "What changed", lines: [...changes] },
      { kind: "button", label: "View the garment", url: garmentUrl },
    ],
    footer: [`Changed by the customer at ${siteName}.`],
  }),
  sample: (facts) => ({
    ...sample(facts),
    customerName: null,
    changes: ["Cloth: Ivory linen, now Sand linen", "Measurements: see the contract"],
    garmentUrl: `${facts.siteUrl}/admin/atelier/production`,
  }),
});
