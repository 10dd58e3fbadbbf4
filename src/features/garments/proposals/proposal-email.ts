import { defineEmail, sampleOrder } from "#features/base/mail/email.ts";
import { PROPOSAL_DAYS } from "./proposal-input.ts";

type ProposalFacts = {
  siteName: string;
  siteUrl: string;
  contactEmail: string;
  orderNumber: string;
  productName: string;
};

/**
 * Asks the customer to look at a changed contract. Everybody who has the link can answer, so it goes to its own recipient only; the
 * measurements are on its page and never in the email.
 */
export const proposalEmail = defineEmail<ProposalFacts & { proposalUrl: string }>({
  kind: "contract-proposal",
  isPrivate: true,
  hasOneTimeLink: true,
  compose: (input) => ({
    subject: `The atelier proposes a change (${input.siteName} ${input.orderNumber})`,
    preview: `Please look at a change of your ${input.productName} before it is cut.`,
    heading: "Please look at a change",
    blocks: [
      {
        kind: "text",
        text: `Before we cut your ${input.productName}, our tailor would like to change something in what we agreed. The page shows the old and the new side by side. You approve it, or you decline it and everything stays as it is.`,
      },
      { kind: "button", label: "See the proposed change", url: input.proposalUrl },
      {
        kind: "note",
        title: "Private link",
        lines: [
          `The link opens your measurements, so please do not forward it. It can be answered once, within ${PROPOSAL_DAYS} days.`,
        ],
      },
    ],
    footer: [
      `You receive this mail because you ordered a made-to-measure piece, order ${input.orderNumber}.`,
      `Questions? Write to ${input.contactEmail}.`,
    ],
  }),
  sample: (facts) => ({
    ...sampleOrder(facts),
    productName: "Kaieteur Gown",
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
