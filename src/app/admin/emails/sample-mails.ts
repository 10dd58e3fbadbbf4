import { money } from "#core/money-amount.ts";
import {
  alreadyRegisteredEmail,
  confirmEmailEmail,
  passwordChangedEmail,
  providerJoinedEmail,
  resetPasswordEmail,
} from "#features/customers/account-email.ts";
import { goodbyeEmail } from "#features/customers/goodbye-email.ts";
import { donationReceiptEmail } from "#features/donations/donation-receipt-email.ts";
import { addressChangedEmail } from "#features/fulfillment/address-email.ts";
import { deliveredEmail, shippedEmail } from "#features/fulfillment/shipment-email.ts";
import { inquiryEmail, inquiryReceiptEmail } from "#features/inbox/inquiry-email.ts";
import { messageEmail } from "#features/inbox/message-email.ts";
import { replyEmail } from "#features/inbox/reply-email.ts";
import { lowStockEmail } from "#features/inventory/low-stock-email.ts";
import { restockAlertEmail } from "#features/inventory/restock-alert-email.ts";
import type { RenderedMail } from "#features/mail/mail-document.ts";
import type { MailKind } from "#features/mail/mail-kinds.ts";
import { orderConfirmationEmail } from "#features/mail/order-confirmation-email.ts";
import { refundEmail } from "#features/payments/refund-email.ts";
import { refundFailedEmail } from "#features/payments/refund-failed-email.ts";
import { returnEmail, returnNoticeEmail } from "#features/returns/return-email.ts";
import {
  returnDeclinedEmail,
  returnExchangedEmail,
  returnReceivedEmail,
} from "#features/returns/return-outcome-email.ts";
import { BUSINESS_LABELS } from "#features/settings/business-facts.ts";

/** What a sample is written with: the shop as it is called, and one of its pictures. */
export type SampleContext = {
  siteName: string;
  siteUrl: string;
  contactEmail: string;
  /** The atelier's address as its settings write it. */
  shopAddress: string;
  picture: { src: string; alt: string } | null;
};

const BUYER = "asha@example.com";
const ORDER = "8A6E0804…";
const MOMENT = new Date("2026-11-20T14:00:00Z");
const ENVELOPE = ["Asha Persaud", "12 Camp Street", "Georgetown", "Guyana"];
const gown = { name: "Kaieteur Gown", size: "Custom", colorName: "Ivory", quantity: 1 };
const tie = { name: "Silk Tie", size: "One Size", colorName: "Hibiscus", quantity: 2 };

const orderOf = (place: SampleContext) => ({
  ...place,
  orderNumber: ORDER,
  orderUrl: `${place.siteUrl}/profile/orders`,
  addressLines: ENVELOPE,
});

const parcelOf = (place: SampleContext) => ({
  ...orderOf(place),
  carrier: "DHL Express",
  trackingNumber: "4471 2205 9184",
  trackingUrl: "https://www.dhl.com/track?number=447122059184",
  inside: [tie],
  toFollow: [gown],
});

const returnOf = (place: SampleContext) => ({
  ...orderOf(place),
  authorizationNumber: "RMA-7KQ2-9F4T",
  customerEmail: BUYER,
  reason: "Wrong size",
  note: "The collar is a little tight.",
  lines: [tie],
  refund: BUSINESS_LABELS.refund,
});

const inquiryOf = (place: SampleContext) => ({
  ...place,
  inquiry: {
    firstName: "Asha",
    lastName: "Persaud",
    email: BUYER,
    phone: "+592 555 0100",
    address: "12 Camp Street",
    city: "Georgetown",
    postalCode: "",
    size: "M",
    color: "",
    quantity: 1,
    notes: "For a wedding on the 12th. Can it be ready by then?",
  },
  product: {
    name: "Kaieteur Gown",
    url: `${place.siteUrl}/shop`,
    picture: place.picture,
  },
  colorName: "Ivory",
});

const messageOf = (kind: "contact" | "volunteer") => ({
  kind,
  values: {
    fullName: "Asha Persaud",
    email: BUYER,
    phone: "+592 555 0100",
    subject: kind === "contact" ? "A fitting on Saturday" : "",
    message: "Good morning.\nAre you open this Saturday? I would like to come by.",
  },
});

/** Every kind of mail as a reader could get it; a kind without its sample does not compile. */
export const sampleMails: Readonly<Record<MailKind, (place: SampleContext) => RenderedMail>> = {
  "order-confirmation": (place) =>
    orderConfirmationEmail({
      ...orderOf(place),
      lines: [
        { ...tie, regular: money(19_000), total: money(16_150), madeToMeasure: false },
        { ...gown, regular: money(89_900), total: money(89_900), madeToMeasure: true },
      ],
      subtotal: money(108_900),
      discount: money(2_850),
      promotion: money(0),
      shipping: money(2_500),
      shippingMethod: "Express",
      tax: money(0),
      total: money(108_550),
      terms: BUSINESS_LABELS,
    }),
  shipped: (place) => shippedEmail(parcelOf(place)),
  delivered: (place) => deliveredEmail({ ...parcelOf(place), returnUntil: "20 Dec 2026" }),
  "address-changed": (place) => addressChangedEmail(orderOf(place)),
  refund: (place) =>
    refundEmail({
      ...orderOf(place),
      amount: money(16_150),
      isWhole: false,
      reason: "The colour was not the one on the picture.",
      lines: [tie],
      refund: BUSINESS_LABELS.refund,
    }),
  "refund-failed": (place) => refundFailedEmail({ ...orderOf(place), amount: money(16_150) }),
  return: (place) => returnEmail(returnOf(place)),
  "return-notice": (place) => returnNoticeEmail(returnOf(place)),
  "return-received": (place) => returnReceivedEmail({ ...returnOf(place), pieces: [tie] }),
  "return-exchanged": (place) =>
    returnExchangedEmail({
      ...returnOf(place),
      pieces: [tie],
      replacements: [{ ...tie, size: "L" }],
    }),
  "return-declined": (place) =>
    returnDeclinedEmail({
      ...returnOf(place),
      pieces: [tie],
      because: "The pieces were worn and washed.",
    }),
  "purchase-inquiry": (place) => inquiryEmail(inquiryOf(place)),
  "inquiry-receipt": (place) => inquiryReceiptEmail(inquiryOf(place)),
  "contact-message": (place) => messageEmail({ ...place, ...messageOf("contact") }),
  "volunteer-message": (place) => messageEmail({ ...place, ...messageOf("volunteer") }),
  "inbox-reply": (place) =>
    replyEmail({
      ...place,
      kind: "contact",
      about: "A fitting on Saturday",
      words: "Are you open this Saturday? I would like to come by.",
      writtenAt: MOMENT,
      body: "Good morning Asha,\n\nyes, from nine to one. Come by when it suits you.\n\nMarcia",
    }),
  "donation-receipt": (place) =>
    donationReceiptEmail({
      ...place,
      amount: money(5_000),
      donationId: "0198f000-0000-7000-8000-7c1f5ab2d904",
      completedAt: MOMENT,
    }),
  "back-in-stock": (place) =>
    restockAlertEmail({ ...place, ...gown, size: "M", url: `${place.siteUrl}/shop` }),
  "low-stock": (place) =>
    lowStockEmail({
      ...place,
      lowStock: 3,
      rows: [
        { ...gown, size: "M", sku: "DA-KAIETEUR-IVORY-M", onShelf: 2 },
        { ...tie, sku: "DA-TIE-HIBISCUS", onShelf: 0 },
      ],
    }),
  "account-confirm-email": (place) => confirmEmailEmail(place, "sample"),
  "account-already-registered": (place) => alreadyRegisteredEmail(place),
  "account-reset-password": (place) => resetPasswordEmail(place, "sample"),
  "account-password-changed": (place) => passwordChangedEmail(place),
  "account-provider-joined": (place) => providerJoinedEmail(place, "Google"),
  "account-deleted": (place) => goodbyeEmail(place),
};
