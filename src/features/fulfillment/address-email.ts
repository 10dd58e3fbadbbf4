import type { RenderedMail } from "#features/mail/mail-document.ts";
import { renderMail } from "#features/mail/render-mail.ts";

/** A changed address as its mail tells it. */
export type AddressNotice = {
  siteName: string;
  siteUrl: string;
  contactEmail: string;
  orderNumber: string;
  orderUrl: string;
  /** The address as the lines of an envelope. */
  addressLines: readonly string[];
};

/** To the customer when the house changed where an order goes: always sent, so that nobody redirects a parcel behind its buyer's back. */
export function addressChangedEmail(notice: AddressNotice): RenderedMail {
  const { addressLines, contactEmail, orderNumber, orderUrl, siteName, siteUrl } = notice;
  return renderMail({
    subject: `Where your order goes has changed (${siteName} ${orderNumber})`,
    preview: addressLines.slice(0, 3).join(", "),
    heading: "The address of your order",
    blocks: [
      { kind: "text", text: `We changed the address of your order ${orderNumber}. It goes to:` },
      { kind: "note", title: "Delivery to", lines: addressLines },
      {
        kind: "note",
        title: "You did not ask for this?",
        lines: [`Write to ${contactEmail} at once, and we hold the parcel.`],
      },
      { kind: "button", label: "View your order", url: orderUrl },
    ],
    siteName,
    siteUrl,
    footer: [
      `You receive this mail because of your order ${orderNumber} at ${siteName}.`,
      `Questions? Write to ${contactEmail}.`,
    ],
  });
}
