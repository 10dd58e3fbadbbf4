import type { MailBlock, RenderedMail } from "#features/mail/mail-document.ts";
import { renderMail } from "#features/mail/render-mail.ts";

/** So many pieces of a line, as a mail names them. */
export type ShipmentEmailItem = { name: string; size: string; colorName: string; quantity: number };

/** A parcel as both mails about it tell it. */
export type ShipmentNotice = {
  siteName: string;
  siteUrl: string;
  contactEmail: string;
  orderNumber: string;
  orderUrl: string;
  carrier: string;
  trackingNumber: string;
  trackingUrl: string;
  inside: readonly ShipmentEmailItem[];
  /** What of the order has not left yet. */
  toFollow: readonly ShipmentEmailItem[];
  /** The address as the lines of an envelope. */
  addressLines: readonly string[];
};

const pieceWords = ({ name, size, colorName, quantity }: ShipmentEmailItem) =>
  [`${quantity} × ${name}`, `size ${size}`, colorName].filter(Boolean).join(", ");

function list(title: string, pieces: readonly ShipmentEmailItem[]): MailBlock[] {
  return pieces.length > 0 ? [{ kind: "note", title, lines: pieces.map(pieceWords) }] : [];
}

const footerOf = ({ contactEmail, orderNumber, siteName }: ShipmentNotice) => [
  `You receive this mail because of your order ${orderNumber} at ${siteName}.`,
  `Questions? Write to ${contactEmail}.`,
];

/** To the customer when a parcel leaves: what lies in it, what still follows, and how to follow it (specification 2, Shipping). */
export function shippedEmail(notice: ShipmentNotice): RenderedMail {
  const { carrier, orderNumber, siteName, siteUrl, toFollow, trackingNumber, trackingUrl } = notice;
  const isPart = toFollow.length > 0;
  const follow: MailBlock[] = trackingUrl
    ? [{ kind: "button", label: "Follow the parcel", url: trackingUrl }]
    : [{ kind: "button", label: "View your order", url: notice.orderUrl }];
  return renderMail({
    subject: `${isPart ? "A parcel" : "Your parcel"} is on its way (${siteName} ${orderNumber})`,
    preview: [carrier, trackingNumber].filter(Boolean).join(", "),
    heading: "On its way to you",
    blocks: [
      {
        kind: "text",
        text: isPart
          ? `A part of your order ${orderNumber} left the atelier with ${carrier}. The rest follows.`
          : `Your order ${orderNumber} left the atelier with ${carrier}.`,
      },
      ...(trackingNumber
        ? [{ kind: "code" as const, label: `${carrier}, tracking number`, code: trackingNumber }]
        : []),
      ...follow,
      ...list("In this parcel", notice.inside),
      ...list("Still to follow", toFollow),
      ...(notice.addressLines.length > 0
        ? [{ kind: "note" as const, title: "Delivery to", lines: notice.addressLines }]
        : []),
      ...(trackingUrl
        ? [{ kind: "note" as const, title: "Your order", lines: [notice.orderUrl] }]
        : []),
    ],
    siteName,
    siteUrl,
    footer: footerOf(notice),
  });
}

/** To the customer when a parcel has arrived: what was in it, and until when it may come back. */
export function deliveredEmail(
  notice: ShipmentNotice & { returnUntil: string | null },
): RenderedMail {
  const { orderNumber, returnUntil, siteName, siteUrl } = notice;
  const returns: MailBlock[] = returnUntil
    ? [
        {
          kind: "note",
          title: "If something does not fit",
          lines: [
            `Ready-to-wear may come back until ${returnUntil}: in original condition, with tags, unworn and unwashed.`,
          ],
        },
      ]
    : [];
  return renderMail({
    subject: `Your parcel has arrived (${siteName} ${orderNumber})`,
    preview: "We hope that you enjoy wearing it.",
    heading: "It has arrived",
    blocks: [
      {
        kind: "text",
        text: `${notice.carrier} handed over a parcel of your order ${orderNumber}. We hope that you enjoy wearing it.`,
      },
      ...list("In this parcel", notice.inside),
      ...list("Still to follow", notice.toFollow),
      ...returns,
      {
        kind: "note",
        title: "Nothing there?",
        lines: [`Write to ${notice.contactEmail}, and we look for it with ${notice.carrier}.`],
      },
      { kind: "button", label: "View your order", url: notice.orderUrl },
    ],
    siteName,
    siteUrl,
    footer: footerOf(notice),
  });
}
