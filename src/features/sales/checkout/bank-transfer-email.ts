import type { MoneyAmount } from "#core/money-amount.ts";
import { formatMoney, money } from "#core/money-amount.ts";
import { defineEmail, sampleOrder } from "#features/base/mail/email.ts";
import type { TransferReservation } from "./transfer-reservation.ts";
import { reservationText } from "./transfer-reservation.ts";

type TransferNotice = {
  siteName: string;
  siteUrl: string;
  contactEmail: string;
  orderNumber: string;
  orderUrl: string;
  amount: MoneyAmount;
  /** From the settings. */
  instructions: string;
  reference: string;
  until: string;
  /** Confirms the address, for a stranger with made-to-measure pieces (ADR 0051); null for others. */
  confirmUrl: string | null;
  reservation: TransferReservation;
};

export const bankTransferEmail = defineEmail<TransferNotice>({
  kind: "bank-transfer",
  compose: (notice) => {
    const amount = formatMoney(notice.amount);
    return {
      subject: `How to pay your order (${notice.siteName} ${notice.orderNumber})`,
      preview: `Please transfer ${amount} with the reference ${notice.reference} by ${notice.until}.`,
      heading: "Your order waits for your transfer",
      blocks: [
        {
          kind: "text",
          text: `Thank you for your order ${notice.orderNumber}. Please transfer ${amount} by ${notice.until}; ${reservationText(notice.reservation, { until: notice.until, confirm: "confirm this address" })}`,
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
        { kind: "amounts", rows: [{ label: "To transfer", amount, isSum: true }] },
        { kind: "note", title: "To", lines: notice.instructions.split("\n").filter(Boolean) },
        { kind: "code", label: "Reference", code: notice.reference },
        {
          kind: "text",
          text: "Please use this reference, so that we find your payment. We write to you as soon as it has arrived.",
        },
        { kind: "button", label: "View your order", url: notice.orderUrl },
      ],
      footer: [
        `You receive this mail because an order was placed at ${notice.siteName} with this address.`,
        `Questions? Write to ${notice.contactEmail}.`,
      ],
    };
  },
  sample: (facts) => ({
    ...sampleOrder(facts),
    amount: money(108_550),
    instructions: "Bank of Guyana\nDemerara Atelier\nAccount 000-123-456",
    reference: "8A6E0804",
    until: "27 November 2026",
    confirmUrl: `${facts.siteUrl}/checkout/confirm-email/0123456789abcdef`,
    reservation: "once_confirmed",
  }),
});
