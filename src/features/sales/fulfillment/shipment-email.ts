import type { SampleFacts } from "#features/base/mail/email.ts";
import { defineEmail, sampleGown, sampleOrder, sampleTie } from "#features/base/mail/email.ts";
import type { EmailBlock, EmailGreeting } from "#features/base/mail/render-email.ts";
import { sizePhrase } from "#features/catalog/products/product.ts";

type ShipmentEmailItem = {
  /** With its wearer. */
  name: string;
  size: string;
  colorName: string;
  /** What was chosen for a made-to-measure item. */
  chosen?: readonly string[];
  quantity: number;
};

type DeliveryNotice = EmailGreeting & {
  siteName: string;
  siteUrl: string;
  contactEmail: string;
  orderNumber: string;
  orderUrl: string;
  /** As on an envelope. */
  addressLines: readonly string[];
};

export type ShipmentNotice = DeliveryNotice & {
  carrier: string;
  trackingNumber: string;
  trackingUrl: string;
  inside: readonly ShipmentEmailItem[];
  /** Not shipped yet. */
  toFollow: readonly ShipmentEmailItem[];
};

const itemText = ({ name, size, chosen = [], colorName, quantity }: ShipmentEmailItem) =>
  [`${quantity} × ${name}`, sizePhrase(size), colorName, ...chosen].filter(Boolean).join(", ");

function itemNote(title: string, items: readonly ShipmentEmailItem[]): EmailBlock[] {
  return items.length > 0 ? [{ kind: "note", title, lines: items.map(itemText) }] : [];
}

const footerOf = ({ contactEmail, orderNumber, siteName }: DeliveryNotice) => [
  `You receive this email because of your order ${orderNumber} at ${siteName}.`,
  `Questions? Write to ${contactEmail}.`,
];

const sampleShipment = (facts: SampleFacts): ShipmentNotice => ({
  ...sampleOrder(facts),
  carrier: "DHL Express",
  trackingNumber: "4471 2205 9184",
  trackingUrl: "https://www.dhl.com/track?number=447122059184",
  inside: [sampleTie],
  toFollow: [sampleGown],
});

type ShippedNotice = ShipmentNotice & {
  /** The customer's requests for another garment that end with this shipment. */
  settled: readonly string[];
  /** The promise of the delivery; null where nobody knows it. */
  delivery: string | null;
};

/** "What you asked for is done": the only notice that a request has ended. */
function settledNote(settled: readonly string[]): EmailBlock[] {
  if (settled.length === 0) return [];
  const lines = settled.map(
    (number) => `${number} is settled: the garment that we made again is in this parcel.`,
  );
  return [{ kind: "note", title: settled.length === 1 ? "Your request" : "Your requests", lines }];
}

function shippedBlocks(notice: ShippedNotice): EmailBlock[] {
  const {
    addressLines,
    delivery,
    carrier,
    orderNumber,
    orderUrl,
    toFollow,
    trackingNumber,
    trackingUrl,
  } = notice;
  // The promised days are those of the whole order.
  const expected = toFollow.length > 0 ? "Expected, with all that follows" : "Expected";
  return [
    {
      kind: "text",
      text:
        toFollow.length > 0
          ? `A part of your order ${orderNumber} left the atelier with ${carrier}. The rest follows.`
          : `Your order ${orderNumber} left the atelier with ${carrier}.`,
    },
    ...(trackingNumber
      ? [{ kind: "code" as const, label: `${carrier}, tracking number`, code: trackingNumber }]
      : []),
    trackingUrl
      ? { kind: "button", label: "Follow the parcel", url: trackingUrl }
      : { kind: "button", label: "View your order", url: orderUrl },
    ...(delivery ? [{ kind: "note" as const, title: expected, lines: [`${delivery}.`] }] : []),
    ...itemNote("In this parcel", notice.inside),
    ...itemNote("Still to follow", toFollow),
    ...settledNote(notice.settled),
    ...(addressLines.length > 0
      ? [{ kind: "note" as const, title: "Delivery to", lines: addressLines }]
      : []),
    ...(trackingUrl ? [{ kind: "note" as const, title: "Your order", lines: [orderUrl] }] : []),
  ];
}

/** Reports a shipment: contents, what follows, tracking (specification 2, Shipping). */
export const shippedEmail = defineEmail<ShippedNotice>({
  kind: "shipped",
  greets: true,
  topic: "order-updates",
  compose: (notice) => ({
    subject: `${notice.toFollow.length > 0 ? "A parcel" : "Your parcel"} is on its way (${notice.siteName} ${notice.orderNumber})`,
    preview: notice.delivery ?? [notice.carrier, notice.trackingNumber].filter(Boolean).join(", "),
    heading: "On its way to you",
    blocks: shippedBlocks(notice),
    footer: footerOf(notice),
  }),
  sample: (facts) => ({
    ...sampleShipment(facts),
    settled: [],
    delivery: "Arrives 25 to 27 November 2026, Express, $25.00",
  }),
});

function returnNote(returnUntil: string | null): EmailBlock[] {
  if (returnUntil === null) return [];
  const terms = "in original condition, with tags, unworn and unwashed";
  return [
    {
      kind: "note",
      title: "If something does not fit",
      lines: [`Ready-to-wear may come back until ${returnUntil}: ${terms}.`],
    },
  ];
}

/** Of a made-to-measure piece in the parcel: how the customer says that it does not fit. */
function alterationNote(alterUntil: string | null): EmailBlock[] {
  if (alterUntil === null) return [];
  return [
    {
      kind: "note",
      title: "Made to measure",
      lines: [
        `Say how it fits on the page of your order. Until ${alterUntil} you can ask there to have it altered or made again; the first time is free for each piece.`,
      ],
    },
  ];
}

type DeliveredNotice = ShipmentNotice & {
  /** The last day for a return of ready-to-wear; null without any in the parcel. */
  returnUntil: string | null;
  /** The last day for an alteration; null without a made-to-measure piece in the parcel. */
  alterUntil: string | null;
};

/** Reports a delivery and the last days for a return and for an alteration. */
export const deliveredEmail = defineEmail<DeliveredNotice>({
  kind: "delivered",
  greets: true,
  topic: "order-updates",
  compose: (notice) => ({
    subject: `Your parcel has arrived (${notice.siteName} ${notice.orderNumber})`,
    preview: "We hope that you enjoy wearing it.",
    heading: "It has arrived",
    blocks: [
      {
        kind: "text",
        text: `${notice.carrier} handed over a parcel of your order ${notice.orderNumber}. We hope that you enjoy wearing it.`,
      },
      ...itemNote("In this parcel", notice.inside),
      ...itemNote("Still to follow", notice.toFollow),
      ...returnNote(notice.returnUntil),
      ...alterationNote(notice.alterUntil),
      {
        kind: "note",
        title: "Nothing there?",
        lines: [`Write to ${notice.contactEmail}, and we look for it with ${notice.carrier}.`],
      },
      { kind: "button", label: "View your order", url: notice.orderUrl },
    ],
    footer: footerOf(notice),
  }),
  sample: (facts) => ({
    ...sampleShipment(facts),
    returnUntil: "20 December 2026",
    alterUntil: "19 January 2027",
  }),
});

/** Reports a changed address. Always sent: no shipment is redirected unnoticed. */
export const addressChangedEmail = defineEmail<DeliveryNotice>({
  kind: "address-changed",
  greets: true,
  compose: (notice) => ({
    subject: `Where your order goes has changed (${notice.siteName} ${notice.orderNumber})`,
    preview: notice.addressLines.slice(0, 3).join(", "),
    heading: "The address of your order",
    blocks: [
      {
        kind: "text",
        text: `We changed the address of your order ${notice.orderNumber}. It goes to:`,
      },
      { kind: "note", title: "Delivery to", lines: notice.addressLines },
      {
        kind: "note",
        title: "You did not ask for this?",
        lines: [`Write to ${notice.contactEmail} at once, and we hold the parcel.`],
      },
      { kind: "button", label: "View your order", url: notice.orderUrl },
    ],
    footer: footerOf(notice),
  }),
  sample: sampleOrder,
});
