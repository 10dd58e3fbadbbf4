import type { StoredDetail } from "../order-event-details.ts";
import { doneText } from "../order-event-details.ts";
import { describe, message } from "./describe-order-event.ts";

/** What was cancelled, for who packs. */
const cancelledText = ({ productName, quantity }: StoredDetail): string =>
  [productName && `${quantity ?? 1} × ${productName}.`, "Back in stock; please do not pack it."]
    .filter(Boolean)
    .join(" ");

/** Parcels, returns, days of arrival, and what the office does to an order. */
export const DELIVERY_EVENTS = {
  days_moved: describe({
    stores: ["arrival"],
    owner: ({ arrival }) =>
      message(
        "plain",
        "Arrives later than the payment page said",
        `Others paid for the same days first. It arrives ${arrival ?? "later"}, as the confirmation says.`,
      ),
    customer: message(
      "plain",
      "It arrives later than the payment page said",
      "Others paid for the same days while you were paying. The new days are on this page.",
    ),
  }),
  promise_changed: describe({
    stores: ["arrival", "reason", "by"],
    owner: ({ arrival, ...detail }) =>
      message(
        "plain",
        "Promised for another day",
        [arrival && `It now ${arrival}.`, doneText(detail)].filter(Boolean).join(" "),
      ),
    customer: message("alert", "A new day for your order"),
  }),
  shipped: describe({
    stores: ["shipmentId", "carrier", "trackingNumber", "quantity", "by"],
    owner: (detail) => message("good", "Parcel sent", doneText(detail)),
    customer: message("good", "On its way"),
  }),
  tracking_corrected: describe({
    stores: ["carrier", "trackingNumber", "by"],
    owner: (detail) => message("plain", "Tracking corrected", doneText(detail)),
    customer: null,
  }),
  delivered: describe({
    stores: ["shipmentId", "carrier", "by"],
    owner: (detail) => message("good", "Parcel delivered", doneText(detail)),
    customer: message("good", "Delivered"),
  }),
  delivery_undone: describe({
    stores: ["shipmentId", "shipment", "mail", "by"],
    owner: (detail) => message("plain", "Not delivered after all", doneText(detail)),
    customer: message("plain", "Still on its way", "It was marked as delivered by mistake."),
  }),
  shipment_undone: describe({
    stores: ["shipmentId", "shipment", "quantity", "mail", "by"],
    owner: (detail) => message("plain", "Parcel taken back", doneText(detail)),
    customer: message(
      "plain",
      "Not on its way yet",
      "The parcel was recorded by mistake. You hear from us when it leaves.",
    ),
  }),
  address_changed: describe({
    stores: ["by"],
    owner: (detail) => message("plain", "Address changed", doneText(detail)),
    customer: message("plain", "Address changed"),
  }),
  return_requested: describe({
    stores: ["authorizationNumber"],
    mayStore: ["by"],
    owner: () =>
      message(
        "alert",
        "Return announced",
        "The customer has an authorization number for the parcel.",
      ),
    customer: message("plain", "Return announced"),
  }),
  return_received: describe({
    stores: ["authorizationNumber", "items", "by"],
    owner: (detail) => message("plain", "Return received", doneText(detail)),
    customer: message("plain", "Return received"),
  }),
  return_exchanged: describe({
    stores: ["authorizationNumber", "by"],
    owner: (detail) => message("good", "Return exchanged", doneText(detail)),
    customer: message("good", "Return exchanged"),
  }),
  return_declined: describe({
    stores: ["authorizationNumber", "reason", "by"],
    owner: (detail) => message("plain", "Return declined", doneText(detail)),
    customer: message("alert", "Return declined"),
  }),
  items_cancelled: describe({
    stores: ["productName", "quantity"],
    owner: (detail) => message("alert", "Customer cancelled items", cancelledText(detail)),
    customer: message("plain", "You cancelled a piece"),
  }),
  cancelled_by_shop: describe({
    stores: ["by"],
    owner: (detail) => message("plain", "Cancelled by the shop", doneText(detail)),
    customer: null,
  }),
  mail_sent_again: describe({
    stores: ["reason", "by"],
    owner: (detail) => message("plain", "Mail sent again", doneText(detail)),
    customer: null,
  }),
  claimed: describe({
    stores: [],
    owner: (detail) => message("plain", "Linked to the customer's account", doneText(detail)),
    customer: null,
  }),
} as const;
