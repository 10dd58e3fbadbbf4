import { money } from "#core/money-amount.ts";
import {
  alreadyRegisteredMail,
  confirmEmailMail,
  passwordChangedMail,
  providerJoinedMail,
  resetPasswordMail,
} from "#features/customers/account-mail.ts";
import { goodbyeMail } from "#features/customers/goodbye-mail.ts";
import { donationReceiptMail } from "#features/donations/donation-receipt.ts";
import { deliveredMail, shippedMail } from "#features/fulfillment/parcel-mail.ts";
import { inquiryMail, inquiryReceiptMail } from "#features/inbox/inquiry-mail.ts";
import { messageMail } from "#features/inbox/message-mail.ts";
import { replyMail } from "#features/inbox/reply-mail.ts";
import { backInStockMail } from "#features/inventory/back-in-stock-mail.ts";
import { lowStockMail } from "#features/inventory/low-stock-mail.ts";
import type { RenderedMail } from "#features/mail/mail-document.ts";
import type { MailKind } from "#features/mail/mail-kinds.ts";
import { orderConfirmationMail } from "#features/mail/order-confirmation.ts";
import { addressChangedMail } from "#features/orders/address-mail.ts";
import { refundFailedMail } from "#features/payments/refund-failed-mail.ts";
import { refundMail } from "#features/payments/refund-mail.ts";
import { returnMail, returnNoticeMail } from "#features/returns/return-mail.ts";
import {
  returnDeclinedMail,
  returnExchangedMail,
  returnReceivedMail,
} from "#features/returns/return-outcome-mail.ts";
import { BUSINESS_WORDS } from "#features/settings/business-facts.ts";

/** What a sample is written with: the shop as it is called, and one of its pictures. */
export type SamplePlace = {
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

const orderOf = (place: SamplePlace) => ({
  ...place,
  orderNumber: ORDER,
  orderUrl: `${place.siteUrl}/profile/orders`,
  addressLines: ENVELOPE,
});

const parcelOf = (place: SamplePlace) => ({
  ...orderOf(place),
  carrier: "DHL Express",
  trackingNumber: "4471 2205 9184",
  trackingUrl: "https://www.dhl.com/track?number=447122059184",
  inside: [tie],
  toFollow: [gown],
});

const returnOf = (place: SamplePlace) => ({
  ...orderOf(place),
  authorizationNumber: "RMA-7KQ2-9F4T",
  customerEmail: BUYER,
  reason: "Wrong size",
  note: "The collar is a little tight.",
  lines: [tie],
  refund: BUSINESS_WORDS.refund,
});

const inquiryOf = (place: SamplePlace) => ({
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
export const sampleMails: Readonly<Record<MailKind, (place: SamplePlace) => RenderedMail>> = {
  "order-confirmation": (place) =>
    orderConfirmationMail({
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
      terms: BUSINESS_WORDS,
    }),
  shipped: (place) => shippedMail(parcelOf(place)),
  delivered: (place) => deliveredMail({ ...parcelOf(place), returnUntil: "20 Dec 2026" }),
  "address-changed": (place) => addressChangedMail(orderOf(place)),
  refund: (place) =>
    refundMail({
      ...orderOf(place),
      amount: money(16_150),
      isWhole: false,
      reason: "The colour was not the one on the picture.",
      lines: [tie],
      refund: BUSINESS_WORDS.refund,
    }),
  "refund-failed": (place) => refundFailedMail({ ...orderOf(place), amount: money(16_150) }),
  return: (place) => returnMail(returnOf(place)),
  "return-notice": (place) => returnNoticeMail(returnOf(place)),
  "return-received": (place) => returnReceivedMail({ ...returnOf(place), pieces: [tie] }),
  "return-exchanged": (place) =>
    returnExchangedMail({
      ...returnOf(place),
      pieces: [tie],
      replacements: [{ ...tie, size: "L" }],
    }),
  "return-declined": (place) =>
    returnDeclinedMail({
      ...returnOf(place),
      pieces: [tie],
      because: "The pieces were worn and washed.",
    }),
  "purchase-inquiry": (place) => inquiryMail(inquiryOf(place)),
  "inquiry-receipt": (place) => inquiryReceiptMail(inquiryOf(place)),
  "contact-message": (place) => messageMail({ ...place, ...messageOf("contact") }),
  "volunteer-message": (place) => messageMail({ ...place, ...messageOf("volunteer") }),
  "inbox-reply": (place) =>
    replyMail({
      ...place,
      kind: "contact",
      about: "A fitting on Saturday",
      words: "Are you open this Saturday? I would like to come by.",
      writtenAt: MOMENT,
      body: "Good morning Asha,\n\nyes, from nine to one. Come by when it suits you.\n\nMarcia",
    }),
  "donation-receipt": (place) =>
    donationReceiptMail({
      ...place,
      amount: money(5_000),
      donationId: "0198f000-0000-7000-8000-7c1f5ab2d904",
      completedAt: MOMENT,
    }),
  "back-in-stock": (place) =>
    backInStockMail({ ...place, ...gown, size: "M", url: `${place.siteUrl}/shop` }),
  "low-stock": (place) =>
    lowStockMail({
      ...place,
      lowStock: 3,
      rows: [
        { ...gown, size: "M", sku: "DA-KAIETEUR-IVORY-M", onShelf: 2 },
        { ...tie, sku: "DA-TIE-HIBISCUS", onShelf: 0 },
      ],
    }),
  "account-confirm-email": (place) => confirmEmailMail(place, "sample"),
  "account-already-registered": (place) => alreadyRegisteredMail(place),
  "account-reset-password": (place) => resetPasswordMail(place, "sample"),
  "account-password-changed": (place) => passwordChangedMail(place),
  "account-provider-joined": (place) => providerJoinedMail(place, "Google"),
  "account-deleted": (place) => goodbyeMail(place),
};
