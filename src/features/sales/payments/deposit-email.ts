import type { MoneyAmount } from "#core/money-amount.ts";
import { formatMoney, money } from "#core/money-amount.ts";
import { defineEmail, sampleOrder } from "#features/base/mail/email.ts";
import type { EmailBlock, EmailGreeting } from "#features/base/mail/render-email.ts";
import type { ConfirmedLine } from "./confirmed-lines.ts";
import { linesBlock, SAMPLE_LINES } from "./confirmed-lines.ts";

type OrderNotice = EmailGreeting & {
  siteName: string;
  siteUrl: string;
  contactEmail: string;
  orderNumber: string;
  orderUrl: string;
};

/** Where the rest goes, and by when. */
type TransferTerms = {
  /** From the settings, as the customer read them with the order. */
  instructions: string;
  reference: string;
  until: string;
};

type TransferState = OrderNotice & {
  /** What arrived, or was recorded by mistake. */
  amount: MoneyAmount;
  /** All that was transferred so far. */
  received: MoneyAmount;
  left: MoneyAmount;
  /** What is missing of the deposit; zero once it is there. */
  missing: MoneyAmount;
};

/** What the atelier keeps of an order once its deposit is there: its ready-made pieces, and its makers' time and cloth. */
const HELD = "Your pieces, the makers' time and the cloth for them are kept for you.";

function nextBlocks({
  instructions,
  left,
  missing,
  received,
  reference,
  until,
}: TransferState & TransferTerms): EmailBlock[] {
  const rows = [
    { label: "Transferred so far", amount: formatMoney(received), isSum: false },
    { label: "Left to transfer", amount: formatMoney(left), isSum: true },
  ];
  const next = isPart({ left, missing })
    ? `${formatMoney(left)} is missing. Please transfer it by ${until}, and your order is paid. If it has not arrived by then, your order ends, and what you transferred goes back to you.`
    : missing.minorUnits > 0
      ? `${formatMoney(missing)} of the deposit is missing. Please transfer it by ${until}; until it is there, your order holds no place in the atelier.`
      : `${HELD} Please transfer the rest, ${formatMoney(left)}, by ${until}. We begin to make them when it has arrived.`;
  return [
    { kind: "text", text: next },
    { kind: "amounts", rows },
    { kind: "note", title: "To", lines: instructions.split("\n").filter(Boolean) },
    { kind: "code", label: "Reference", code: reference },
  ];
}

/** Whether the whole was asked for at once and a part of it is here: then all that is left is missing, and nothing is a deposit. */
const isPart = ({ left, missing }: Pick<TransferState, "left" | "missing">): boolean =>
  missing.minorUnits > 0 && missing.minorUnits === left.minorUnits;

const footerOf = ({ contactEmail, orderNumber, siteName }: OrderNotice) => [
  `You receive this email because of your order ${orderNumber} at ${siteName}.`,
  `Questions? Write to ${contactEmail}.`,
];

const SAMPLE = {
  amount: money(32_565),
  received: money(32_565),
  left: money(75_985),
  missing: money(0),
  instructions: "Bank of Guyana\nDemerara Atelier\nAccount 000-123-456",
  reference: "8A6E0804",
  until: "27 November 2026",
};

/** Tells the customer that a transfer arrived, whether the order holds its place now, and what is left to pay. */
export const depositReceivedEmail = defineEmail<
  TransferState & TransferTerms & { receivedOn: string }
>({
  kind: "deposit-received",
  greets: true,
  compose: (notice) => {
    const amount = formatMoney(notice.amount);
    const isHeld = notice.missing.minorUnits === 0;
    const part = isPart(notice) ? "transfer" : "deposit";
    return {
      subject: `We received ${amount} for your order (${notice.siteName} ${notice.orderNumber})`,
      preview: `${formatMoney(notice.left)} is left to transfer by ${notice.until}.`,
      heading: isHeld ? "Your deposit has arrived" : `A part of your ${part} has arrived`,
      blocks: [
        {
          kind: "text",
          text: `Thank you: ${amount} arrived on ${notice.receivedOn} for your order ${notice.orderNumber}.`,
        },
        ...nextBlocks(notice),
        { kind: "button", label: "View your order", url: notice.orderUrl },
      ],
      footer: footerOf(notice),
    };
  },
  sample: (facts) => ({ ...sampleOrder(facts), ...SAMPLE, receivedOn: "20 November 2026" }),
});

/** Corrects `depositReceivedEmail` where the shop recorded a transfer by mistake. `terms`: null where the order has ended. */
export const depositUndoneEmail = defineEmail<TransferState & { terms: TransferTerms | null }>({
  kind: "deposit-undone",
  greets: true,
  compose: (notice) => {
    const { left, orderNumber, orderUrl, received, terms } = notice;
    const amount = formatMoney(notice.amount);
    const isOwed = received.minorUnits > 0;
    const label = "Transferred, to be sent back";
    const owed: EmailBlock[] = isOwed
      ? [{ kind: "amounts", rows: [{ label, amount: formatMoney(received), isSum: true }] }]
      : [{ kind: "text", text: "Nothing else changes: your order is as it was." }];
    return {
      subject: `A correction: ${amount} has not arrived yet (${notice.siteName} ${orderNumber})`,
      preview: terms
        ? `${formatMoney(left)} is left to transfer by ${terms.until}.`
        : isOwed
          ? `${formatMoney(received)} of yours is with us.`
          : "Your order is as it was.",
      heading: "We made a mistake",
      blocks: [
        {
          kind: "text",
          text: `We wrote to you that ${amount} had arrived for your order ${orderNumber}. That was recorded by mistake, and we are sorry.`,
        },
        ...(terms ? nextBlocks({ ...notice, ...terms }) : owed),
        { kind: "button", label: "View your order", url: orderUrl },
      ],
      footer: footerOf(notice),
    };
  },
  sample: (facts) => {
    const { instructions, reference, until, ...state } = SAMPLE;
    return { ...sampleOrder(facts), ...state, terms: { instructions, reference, until } };
  },
});

/** What the customer does and reads next of money that goes back to the bank account. */
const sentBackBy = (until: string): string =>
  `We transfer it to your bank account by ${until}, and write to you when it has left. Please tell us the account: on the page of your order, under “Money back”, enter the account's holder, its number or IBAN, and the bank.`;

/** Tells the customer that an order which awaited a transfer has ended: its time was over, or the shop cancelled it. */
export const transferEndedEmail = defineEmail<
  OrderNotice & {
    /** The last day of waiting, such as "27 November 2026"; null where the shop cancelled the order. */
    waitedUntil: string | null;
    /** The store credit that the order had set aside; zero without any. */
    credit: MoneyAmount;
    lines: readonly ConfirmedLine[];
  }
>({
  kind: "transfer-ended",
  greets: true,
  compose: (notice) => {
    const { contactEmail, credit, orderNumber, orderUrl, siteName, waitedUntil } = notice;
    const why =
      waitedUntil === null
        ? `We had to cancel your order ${orderNumber}, and we are sorry. Please do not transfer anything for it: you owe nothing.`
        : `We waited until ${waitedUntil} for your transfer, and it has not arrived. Your order ${orderNumber} has ended, and nothing is kept for it any more. You owe nothing.`;
    return {
      subject: `Your order has ended (${siteName} ${orderNumber})`,
      preview: "You owe nothing. If you have transferred already, your money is safe.",
      heading: waitedUntil === null ? "Your order was cancelled" : "Your transfer has not arrived",
      blocks: [
        { kind: "text", text: why },
        ...(credit.minorUnits === 0
          ? []
          : [
              {
                kind: "text" as const,
                text: `The store credit of ${formatMoney(credit)} that was set aside for it is yours again.`,
              },
            ]),
        {
          kind: "note",
          title: "Have you transferred already?",
          lines: [
            "Then we write to you as soon as it arrives, and send it back to your bank account.",
            `Would you rather have the order after all? Write to ${contactEmail}.`,
          ],
        },
        { kind: "text", text: "This is what you had ordered." },
        linesBlock(notice.lines),
        { kind: "button", label: "View your order", url: orderUrl },
      ],
      footer: footerOf(notice),
    };
  },
  sample: (facts) => ({
    ...sampleOrder(facts),
    waitedUntil: "27 November 2026",
    credit: money(5_000),
    lines: SAMPLE_LINES,
  }),
});

/** Why a transfer does not pay its order: it was cancelled, its time was over, or it was paid already. */
type LateBecause = "cancelled" | "expired" | "paid";

const LATE: Readonly<
  Record<LateBecause, { subject: string; heading: string; why: string; instead: string }>
> = {
  cancelled: {
    subject: "arrived after your order had ended",
    heading: "Your transfer came late",
    why: "It was cancelled before, so nothing is kept for it any more.",
    instead: "Would you rather have the order after all, or store credit?",
  },
  expired: {
    subject: "arrived after your order had ended",
    heading: "Your transfer came late",
    why: "It had ended before, because its time was over, so nothing is kept for it any more.",
    instead: "Would you rather have the order after all, or store credit?",
  },
  paid: {
    subject: "arrived for an order that is paid",
    heading: "You transferred more than your order costs",
    why: "It is paid already, and stays as it is.",
    instead: "Would you rather have store credit?",
  },
};

/** Tells the customer that a transfer arrived for an order that had ended or was paid, and what happens with the money. */
export const transferLateEmail = defineEmail<
  OrderNotice & {
    amount: MoneyAmount;
    receivedOn: string;
    because: LateBecause;
    /** The last day on which it leaves, such as "4 December 2026". */
    until: string;
  }
>({
  kind: "transfer-late",
  greets: true,
  compose: (notice) => {
    const amount = formatMoney(notice.amount);
    const { heading, instead, subject, why } = LATE[notice.because];
    return {
      subject: `Your ${amount} ${subject} (${notice.siteName} ${notice.orderNumber})`,
      preview: "The money is yours, and goes back to you.",
      heading,
      blocks: [
        {
          kind: "text",
          text: `${amount} arrived on ${notice.receivedOn} for your order ${notice.orderNumber}. ${why} The money is yours.`,
        },
        { kind: "amounts", rows: [{ label: "Goes back to you", amount, isSum: true }] },
        {
          kind: "note",
          title: "What happens now",
          lines: [
            sentBackBy(notice.until),
            `${instead} Write to ${notice.contactEmail} before it leaves.`,
          ],
        },
        { kind: "button", label: "Tell us the account", url: notice.orderUrl },
      ],
      footer: footerOf(notice),
    };
  },
  sample: (facts) => ({
    ...sampleOrder(facts),
    amount: money(32_565),
    receivedOn: "20 November 2026",
    because: "expired",
    until: "4 December 2026",
  }),
});

/** Tells the customer of an order that ended unpaid what goes back of what was transferred. `isCancelled`: not for the time. */
export const depositOwedEmail = defineEmail<
  OrderNotice & {
    amount: MoneyAmount;
    isCancelled: boolean;
    /** The last day on which it leaves, such as "4 December 2026". */
    until: string;
  }
>({
  kind: "deposit-owed",
  greets: true,
  compose: (notice) => {
    const amount = formatMoney(notice.amount);
    const why = notice.isCancelled
      ? "was cancelled"
      : "has ended, because the rest did not arrive in time";
    return {
      subject: `We send ${amount} back to you (${notice.siteName} ${notice.orderNumber})`,
      preview: `Your order ${why}. What you transferred goes back.`,
      heading: "What you transferred goes back",
      blocks: [
        {
          kind: "text",
          text: `Your order ${notice.orderNumber} ${why}. You had transferred ${amount} for it, and we send all of it back.`,
        },
        { kind: "amounts", rows: [{ label: "Goes back to you", amount, isSum: true }] },
        {
          kind: "note",
          title: "What happens now",
          lines: [sentBackBy(notice.until)],
        },
        { kind: "button", label: "Tell us the account", url: notice.orderUrl },
      ],
      footer: footerOf(notice),
    };
  },
  sample: (facts) => ({
    ...sampleOrder(facts),
    amount: money(32_565),
    isCancelled: false,
    until: "4 December 2026",
  }),
});
