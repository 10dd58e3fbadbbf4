import { shownEmail } from "#core/shown-email.ts";
import type { SampleFacts } from "#features/base/mail/email.ts";
import { defineEmail, SAMPLE_CUSTOMER, sampleOrder, sampleTie } from "#features/base/mail/email.ts";
import type { EmailBlock, EmailContent, EmailGreeting } from "#features/base/mail/render-email.ts";
import { sizePhrase } from "#features/catalog/products/product.ts";
import { refundWayMessage } from "#features/sales/payments/transfer-back.ts";
import type { ReturnReason } from "./return-rules.ts";
import { returnReasonLabel } from "./return-rules.ts";
import { returnShippingMessage, returnShippingTask } from "./return-shipping.ts";

export type ReturnEmailItem = { name: string; size: string; quantity: number };

type ReturnFacts = {
  siteName: string;
  siteUrl: string;
  contactEmail: string;
  authorizationNumber: string;
  orderNumber: string;
  orderUrl: string;
};

type ReturnNotice = ReturnFacts & {
  /** From the settings. */
  shopAddress: string;
  customerEmail: string;
  reason: ReturnReason;
  note: string;
  /** Store credit instead of the money. */
  wantsCredit: boolean;
  lines: readonly ReturnEmailItem[];
  /** How the order was paid, by the provider of its payment. */
  provider: string;
  /** Whether store credit paid a part of it beside the provider. */
  hasCredit: boolean;
};

/** Received, exchanged or declined. */
export type ReturnOutcome = ReturnFacts & EmailGreeting & { items: readonly ReturnEmailItem[] };

const itemText = ({ name, quantity, size }: ReturnEmailItem) =>
  `${quantity} × ${name}, ${sizePhrase(size)}`;

function requestNote(notice: ReturnNotice): EmailBlock {
  return {
    kind: "note",
    title: "What comes back",
    lines: [
      ...notice.lines.map(itemText),
      `Reason: ${returnReasonLabel(notice.reason)}`,
      ...(notice.wantsCredit ? ["Store credit instead of the money"] : []),
      ...notice.note.split("\n").filter(Boolean),
    ],
  };
}

const sampleReturn = (facts: SampleFacts) => ({
  ...sampleOrder(facts),
  shopAddress: facts.shopAddress,
  authorizationNumber: "RA-7K2M9XQF",
  customerEmail: SAMPLE_CUSTOMER,
  reason: "other_size" as const,
  note: "The collar is a little tight.",
  wantsCredit: false,
  provider: "stripe:live",
  hasCredit: false,
  lines: [sampleTie],
});

/** How the money comes back once the items were received. */
function moneyText(notice: ReturnNotice): string {
  return notice.wantsCredit
    ? "Your store credit comes by email with a private link, and it never expires."
    : refundWayMessage(notice);
}

/** The authorization number and how to ship (specification 2, Returns). */
export const returnEmail = defineEmail<ReturnNotice & EmailGreeting>({
  kind: "return",
  greets: true,
  compose: (notice) => ({
    subject: `Your return ${notice.authorizationNumber} (${notice.siteName} ${notice.orderNumber})`,
    preview: `Write ${notice.authorizationNumber} on the parcel and send it to the atelier.`,
    heading: "Your authorization number",
    blocks: [
      { kind: "code", label: "Authorization number", code: notice.authorizationNumber },
      requestNote(notice),
      {
        kind: "note",
        title: "How to send it",
        lines: [
          "Write the authorization number on the parcel, and choose a way of sending with tracking.",
          returnShippingMessage(notice.reason, notice.contactEmail),
        ],
      },
      { kind: "note", title: "Send it to", lines: [notice.siteName, notice.shopAddress] },
      {
        kind: "note",
        title: "And then",
        lines: [`We look at the piece when it arrives and tell you by email. ${moneyText(notice)}`],
      },
      { kind: "button", label: "View your order", url: notice.orderUrl },
    ],
    footer: [
      `You receive this email because a return of order ${notice.orderNumber} was announced.`,
      `Questions? Write to ${notice.contactEmail}.`,
    ],
  }),
  sample: sampleReturn,
});

/** Announces a return to the shop. */
export const returnNoticeEmail = defineEmail<ReturnNotice & { adminUrl: string }>({
  kind: "return-notice",
  compose: (notice) => ({
    subject: `Return ${notice.authorizationNumber} announced for order ${notice.orderNumber}`,
    preview: `${shownEmail(notice.customerEmail)}: ${returnReasonLabel(notice.reason)}`,
    heading: "A return is announced",
    blocks: [
      { kind: "note", title: "Authorization number", lines: [notice.authorizationNumber] },
      {
        kind: "note",
        title: "Order",
        lines: [notice.orderNumber, shownEmail(notice.customerEmail)],
      },
      requestNote(notice),
      { kind: "text", text: returnShippingTask(notice.reason) },
      { kind: "button", label: "Open the order", url: notice.adminUrl },
    ],
    footer: [`Announced by the customer at ${notice.siteName}.`],
  }),
  sample: (facts) => ({
    ...sampleReturn(facts),
    customerName: null,
    adminUrl: `${facts.siteUrl}/admin/orders`,
  }),
});

function itemNote(title: string, items: readonly ReturnEmailItem[]): EmailBlock[] {
  return items.length === 0 ? [] : [{ kind: "note", title, lines: items.map(itemText) }];
}

function outcomeContent(
  outcome: ReturnOutcome,
  content: Omit<EmailContent, "footer">,
): EmailContent {
  const { authorizationNumber, contactEmail, orderNumber, orderUrl, siteName } = outcome;
  return {
    ...content,
    subject: `${content.subject} (${siteName} ${orderNumber})`,
    blocks: [...content.blocks, { kind: "button", label: "View your order", url: orderUrl }],
    footer: [
      `You receive this email because of your return ${authorizationNumber}.`,
      `Questions? Write to ${contactEmail}.`,
    ],
  };
}

const sampleOutcome = (facts: SampleFacts): ReturnOutcome => ({
  ...sampleReturn(facts),
  items: [sampleTie],
});

/** Confirms what was received. `until`: the last day of its outcome, such as "4 December 2026". */
export const returnReceivedEmail = defineEmail<ReturnOutcome & { until: string }>({
  kind: "return-received",
  greets: true,
  compose: (outcome) =>
    outcomeContent(outcome, {
      subject: `Your return ${outcome.authorizationNumber} has arrived`,
      preview: `We look at it and write to you by ${outcome.until}.`,
      heading: "Your return has arrived",
      blocks: [
        {
          kind: "text",
          text: `The parcel with the number ${outcome.authorizationNumber} is with us. We look at the pieces and write to you by ${outcome.until}.`,
        },
        ...itemNote("We received", outcome.items),
      ],
    }),
  sample: (facts) => ({ ...sampleOutcome(facts), until: "4 December 2026" }),
});

const REMADE: EmailBlock = {
  kind: "text",
  text: "What is made to measure is cut to its contract once more. You find it on the page of your order; if we want to change anything, we ask you first.",
};

/** Names the replacements, at no cost; no measurement. */
export const returnExchangedEmail = defineEmail<
  ReturnOutcome & { replacements: readonly ReturnEmailItem[]; isRemade?: boolean }
>({
  kind: "return-exchanged",
  greets: true,
  compose: (outcome) =>
    outcomeContent(outcome, {
      subject: `Your exchange ${outcome.authorizationNumber}`,
      preview: "The new pieces are being prepared for you.",
      heading: "Your exchange",
      blocks: [
        {
          kind: "text",
          text: "We exchange what you sent back, at no cost. You have another email as soon as the parcel leaves.",
        },
        ...itemNote("You sent back", outcome.items),
        ...itemNote("You receive", outcome.replacements),
        ...(outcome.isRemade ? [REMADE] : []),
      ],
    }),
  sample: (facts) => ({ ...sampleOutcome(facts), replacements: [{ ...sampleTie, size: "L" }] }),
});

/** Gives the owner's reason for declining a return. `hasArrived`: whether the pieces are with the shop. */
export const returnDeclinedEmail = defineEmail<
  ReturnOutcome & { because: string; hasArrived: boolean }
>({
  kind: "return-declined",
  greets: true,
  compose: (outcome) =>
    outcomeContent(outcome, {
      subject: `About your return ${outcome.authorizationNumber}`,
      preview: outcome.because.split("\n")[0] ?? "",
      heading: "We cannot take this return",
      blocks: [
        {
          kind: "text",
          text: outcome.hasArrived
            ? `We looked at what came with your return ${outcome.authorizationNumber} and cannot take it.`
            : `We cannot take your return ${outcome.authorizationNumber}. Please do not send it.`,
        },
        { kind: "note", title: "Why", lines: outcome.because.split("\n").filter(Boolean) },
        ...itemNote("It was about", outcome.items),
        ...(outcome.hasArrived
          ? [
              {
                kind: "note" as const,
                title: "Where it is",
                lines: [
                  `It is with us and stays yours. Write to ${outcome.contactEmail}, and we agree on how it comes back to you.`,
                ],
              },
            ]
          : []),
        {
          kind: "note",
          title: "If you see it differently",
          lines: [`Write to ${outcome.contactEmail}. A person reads it and answers.`],
        },
      ],
    }),
  sample: (facts) => ({
    ...sampleOutcome(facts),
    because: "The pieces were worn and washed.",
    hasArrived: true,
  }),
});
