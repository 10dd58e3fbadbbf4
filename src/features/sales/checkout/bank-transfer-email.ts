import type { MoneyAmount } from "#core/money-amount.ts";
import { formatMoney, money } from "#core/money-amount.ts";
import { defineEmail, sampleOrder } from "#features/base/mail/email.ts";
import type { EmailGreeting } from "#features/base/mail/render-email.ts";
import type { AmountRow } from "#features/orders/order/order-amounts.ts";
import { daysText } from "#features/orders/order/transfer-deposit.ts";
import type { ConfirmedLine } from "#features/sales/payments/confirmed-lines.ts";
import {
  linesBlock,
  SAMPLE_AMOUNTS,
  SAMPLE_LINES,
} from "#features/sales/payments/confirmed-lines.ts";
import type { TransferReservation } from "./transfer-reservation.ts";
import { reservationText } from "./transfer-reservation.ts";

type TransferNotice = EmailGreeting & {
  siteName: string;
  siteUrl: string;
  contactEmail: string;
  orderNumber: string;
  orderUrl: string;
  lines: readonly ConfirmedLine[];
  /** What the order costs, up to its total. */
  amounts: readonly AmountRow[];
  amount: MoneyAmount;
  /** From the settings. */
  instructions: string;
  reference: string;
  until: string;
  /** Confirms the address, for a stranger with made-to-measure pieces (ADR 0051); null for others. */
  confirmUrl: string | null;
  reservation: TransferReservation;
  /** What comes first, and the rest after it; null without a deposit. */
  deposit: { amount: MoneyAmount; rest: MoneyAmount; restDays: number } | null;
  /** How it is delivered, and from when its days are counted; null before a method is chosen. */
  delivery: string | null;
};

/** What to transfer by when, and what is kept. */
function dueText({ amount, deposit, orderNumber, reservation, until }: TransferNotice): string {
  const reserved = reservationText(reservation, {
    until,
    confirm: "confirm this address",
    hasDeposit: deposit !== null,
  });
  const thanks = `Thank you for your order ${orderNumber}.`;
  if (!deposit) return `${thanks} Please transfer ${formatMoney(amount)} by ${until}; ${reserved}`;
  return `${thanks} Please transfer the deposit of ${formatMoney(deposit.amount)} by ${until}; ${reserved} The rest, ${formatMoney(deposit.rest)}, is due within ${daysText(deposit.restDays)} after the deposit has arrived: we write to you then with the day. You may also transfer all of it at once. We begin to make your pieces when all of it has arrived.`;
}

function amountRows({ amount, deposit }: TransferNotice) {
  if (!deposit) return [{ label: "To transfer", amount: formatMoney(amount), isSum: true }];
  return [
    { label: "Total", amount: formatMoney(amount), isSum: false },
    { label: "Rest, after the deposit", amount: formatMoney(deposit.rest), isSum: false },
    { label: "Deposit, to transfer first", amount: formatMoney(deposit.amount), isSum: true },
  ];
}

export const bankTransferEmail = defineEmail<TransferNotice>({
  kind: "bank-transfer",
  greets: true,
  compose: (notice) => {
    const amount = formatMoney(notice.deposit?.amount ?? notice.amount);
    return {
      subject: `How to pay your order (${notice.siteName} ${notice.orderNumber})`,
      preview: `Please transfer ${amount} with the reference ${notice.reference} by ${notice.until}.`,
      heading: "Your order waits for your transfer",
      blocks: [
        {
          kind: "text",
          text: dueText(notice),
        },
        ...(notice.confirmUrl === null
          ? []
          : [
              {
                kind: "button" as const,
                label: "Confirm and keep my days",
                url: notice.confirmUrl,
              },
            ]),
        { kind: "amounts", rows: amountRows(notice) },
        { kind: "note", title: "To", lines: notice.instructions.split("\n").filter(Boolean) },
        { kind: "code", label: "Reference", code: notice.reference },
        {
          kind: "text",
          text: "Please use this reference, so that we find your payment. We write to you as soon as it has arrived.",
        },
        ...(notice.delivery === null
          ? []
          : [{ kind: "note" as const, title: "Delivery", lines: [notice.delivery] }]),
        { kind: "text", text: "This is what you ordered." },
        linesBlock(notice.lines),
        { kind: "amounts", rows: notice.amounts },
        { kind: "button", label: "View your order", url: notice.orderUrl },
      ],
      footer: [
        `You receive this email because an order was placed at ${notice.siteName} with this address.`,
        `Questions? Write to ${notice.contactEmail}.`,
      ],
    };
  },
  sample: (facts) => ({
    ...sampleOrder(facts),
    lines: SAMPLE_LINES,
    amounts: SAMPLE_AMOUNTS,
    amount: money(108_550),
    instructions: "Bank of Guyana\nDemerara Atelier\nAccount 000-123-456",
    reference: "8A6E0804",
    until: "27 November 2026",
    confirmUrl: `${facts.siteUrl}/checkout/confirm-email/0123456789abcdef`,
    reservation: "once_confirmed",
    deposit: null,
    delivery: "Express, $25.00. Days of delivery count from the day your transfer arrives.",
  }),
});
