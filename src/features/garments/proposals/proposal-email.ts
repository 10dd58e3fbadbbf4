import { defineEmail, sampleOrder } from "#features/base/mail/email.ts";
import type { EmailGreeting } from "#features/base/mail/render-email.ts";
import { PROPOSAL_DAYS } from "./proposal-input.ts";

type ProposalFacts = {
  siteName: string;
  siteUrl: string;
  contactEmail: string;
  orderNumber: string;
  /** With its wearer (`lineName`). */
  productName: string;
};

const reasonOf = ({ productName, wearer }: { productName: string; wearer: string | null }) =>
  wearer === null
    ? `Before we cut your ${productName}, our tailor would like to change something in what we agreed.`
    : `${wearer} has measured again since you ordered the ${productName}, and it is cut to the new numbers only if you agree.`;

/** What the page behind the link shows; somebody who measured by link keeps the numbers. */
const pageOf = (wearer: string | null) =>
  wearer === null
    ? "The page shows the old and the new side by side."
    : `The page says which measurements have changed; only ${wearer} and the atelier read the numbers.`;

const warningOf = (wearer: string | null) =>
  wearer === null
    ? "The link opens your measurements, so please do not forward it."
    : "Whoever has the link can answer for you, so please do not forward it.";

/**
 * Asks the customer to look at a changed contract. Everybody who has the link can answer, so it goes to its own recipient only; the
 * measurements are on its page and never in the email.
 */
export const proposalEmail = defineEmail<
  ProposalFacts &
    EmailGreeting & {
      proposalUrl: string;
      /** Who measured again behind a link; null when the atelier proposes. */
      wearer: string | null;
    }
>({
  kind: "contract-proposal",
  greets: true,
  isPrivate: true,
  hasOneTimeLink: true,
  compose: (input) => ({
    subject:
      input.wearer === null
        ? `The atelier proposes a change of your ${input.productName} (${input.siteName} ${input.orderNumber})`
        : `${input.wearer} has measured again (${input.siteName} ${input.orderNumber})`,
    preview: `Please look at a change of your ${input.productName} before it is cut.`,
    heading:
      input.wearer === null ? "Please look at a change" : `${input.wearer} has measured again`,
    blocks: [
      {
        kind: "text",
        text: `${reasonOf(input)} ${pageOf(input.wearer)} You approve it, or you decline it and everything stays as it is.`,
      },
      {
        kind: "button",
        label: `See the change of your ${input.productName}`,
        url: input.proposalUrl,
      },
      {
        kind: "note",
        title: "Private link",
        lines: [
          `${warningOf(input.wearer)} It can be answered once, within ${PROPOSAL_DAYS} days.`,
        ],
      },
    ],
    footer: [
      `You receive this email because you ordered a made-to-measure piece, order ${input.orderNumber}.`,
      `Questions? Write to ${input.contactEmail}.`,
    ],
  }),
  sample: (facts) => ({
    ...sampleOrder(facts),
    productName: "Kaieteur Gown",
    wearer: null,
    proposalUrl: `${facts.siteUrl}/contract/sample`,
  }),
});

/** Notifies the atelier of the customer's answer; the reason is on the order's page. */
export const proposalResponseEmail = defineEmail<
  ProposalFacts & { isApproved: boolean; adminUrl: string }
>({
  kind: "contract-proposal-answered",
  compose: (input) => ({
    subject: `${input.isApproved ? "Approved" : "Declined"}: the change of ${input.productName}, order ${input.orderNumber}`,
    preview: input.isApproved
      ? "The new version of the contract applies."
      : "The contract stays as it was.",
    heading: input.isApproved ? "The customer approves" : "The customer declines",
    blocks: [
      {
        kind: "text",
        text: input.isApproved
          ? `The proposed change of ${input.productName} in order ${input.orderNumber} is approved, and the new version of the contract applies.`
          : `The proposed change of ${input.productName} in order ${input.orderNumber} is declined. The contract stays as it was.`,
      },
      { kind: "button", label: "Open the contract", url: input.adminUrl },
    ],
    footer: [`You receive this email as the contact address of ${input.siteName}.`],
  }),
  sample: (facts) => ({
    ...sampleOrder(facts),
    productName: "Kaieteur Gown",
    customerName: null,
    isApproved: true,
    adminUrl: `${facts.siteUrl}/admin/orders`,
  }),
});

/** Asks the atelier what to do about numbers that were corrected when a garment was already approved to be cut. */
export const remeasuredNotice = defineEmail<
  ProposalFacts & {
    wearer: string;
    changed: readonly string[];
    areNumbersStored: boolean;
    contractUrl: string;
  }
>({
  kind: "remeasured",
  compose: (input) => ({
    subject: `${input.wearer} has measured again: ${input.productName}, order ${input.orderNumber}`,
    preview: "The garment is already being made, so somebody has to decide.",
    heading: "New measurements for a garment in work",
    blocks: [
      {
        kind: "text",
        text: `${input.wearer} has corrected measurements after ${input.productName} was approved to be cut, or while your proposal waits. The contract has the former numbers. ${input.areNumbersStored ? "Please compare them" : "The new ones are with the customer: please reply to this email and ask for them"}, and propose a change to the customer or make the garment as agreed.`,
      },
      { kind: "note", title: "What was measured again", lines: [...input.changed] },
      { kind: "button", label: "Open the contract", url: input.contractUrl },
    ],
    footer: [`You receive this email as the contact address of ${input.siteName}.`],
  }),
  sample: (facts) => ({
    ...sampleOrder(facts),
    productName: "Kaieteur Gown",
    customerName: null,
    wearer: "Asha",
    changed: ["Waist", "Seat"],
    areNumbersStored: true,
    contractUrl: `${facts.siteUrl}/admin/orders`,
  }),
});
