import type { MailBlock, RenderedMail } from "#features/mail/mail-document.ts";
import { renderMail } from "#features/mail/render-mail.ts";

/** A return as both mails about it tell it. */
export type ReturnNotice = {
  siteName: string;
  siteUrl: string;
  contactEmail: string;
  /** The atelier's address as its settings write it. */
  shopAddress: string;
  authorizationNumber: string;
  orderNumber: string;
  orderUrl: string;
  customerEmail: string;
  reason: string;
  note: string;
  lines: readonly { name: string; size: string; quantity: number }[];
  /** How soon a refund reaches the customer: '5-10 business days'. */
  refund: string;
};

function piecesOf(notice: ReturnNotice): MailBlock {
  return {
    kind: "note",
    title: "What comes back",
    lines: [
      ...notice.lines.map((line) => `${line.quantity} × ${line.name}, size ${line.size}`),
      `Reason: ${notice.reason}`,
      ...notice.note.split("\n").filter(Boolean),
    ],
  };
}

/** To the customer: the authorization number and how to send the parcel (specification 2, Returns). */
export function returnEmail(notice: ReturnNotice): RenderedMail {
  const { authorizationNumber, contactEmail, orderNumber, siteName, siteUrl } = notice;
  return renderMail({
    subject: `Your return ${authorizationNumber} (${siteName} ${orderNumber})`,
    preview: `Write ${authorizationNumber} on the parcel and send it to the atelier.`,
    heading: "Your authorization number",
    blocks: [
      { kind: "code", label: "Authorization number", code: authorizationNumber },
      piecesOf(notice),
      {
        kind: "note",
        title: "How to send it",
        lines: [
          "Write the authorization number on the parcel, and choose a way of sending with tracking. The cost of return shipping is yours.",
        ],
      },
      { kind: "note", title: "Send it to", lines: [siteName, notice.shopAddress] },
      {
        kind: "note",
        title: "And then",
        lines: [
          `We look at the piece when it arrives and tell you by email. A refund reaches your original payment method within ${notice.refund} of receipt.`,
        ],
      },
      { kind: "button", label: "View your order", url: notice.orderUrl },
    ],
    siteName,
    siteUrl,
    footer: [
      `You receive this mail because a return of order ${orderNumber} was announced.`,
      `Questions? Write to ${contactEmail}.`,
    ],
  });
}

/** To the house: what to expect, and from whom. */
export function returnNoticeEmail(notice: ReturnNotice): RenderedMail {
  const { authorizationNumber, customerEmail, orderNumber, siteName, siteUrl } = notice;
  return renderMail({
    subject: `Return ${authorizationNumber} announced for order ${orderNumber}`,
    preview: `${customerEmail}: ${notice.reason}`,
    heading: "A return is announced",
    blocks: [
      { kind: "note", title: "Authorization number", lines: [authorizationNumber] },
      { kind: "note", title: "Order", lines: [orderNumber, customerEmail] },
      piecesOf(notice),
    ],
    siteName,
    siteUrl,
    footer: [`Announced in the customer's account of ${siteName}.`],
  });
}
