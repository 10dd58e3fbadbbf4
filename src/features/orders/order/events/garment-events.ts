import { doneText } from "../order-event-details.ts";
import { describe, message } from "./describe-order-event.ts";

const AS_AGREED = "Your order is made as agreed before.";

/** Garments and the contracts of their lines. */
export const GARMENT_EVENTS = {
  garment_cancelled: describe({
    stores: ["productName", "wearer", "reason"],
    owner: (detail) => message("alert", "Customer cancelled a garment", doneText(detail)),
    customer: message("plain", "You cancelled a garment"),
  }),
  contract_proposed: describe({
    stores: ["productName", "wearer", "by"],
    owner: (detail) => message("plain", "Change proposed to the customer", doneText(detail)),
    customer: {
      ...message("alert", "The atelier proposed a change"),
      emailed: "We sent you an email with a private link to it.",
    },
  }),
  remeasured: describe({
    stores: ["productName", "wearer"],
    owner: (detail) => message("alert", "Measured again: the customer is asked", doneText(detail)),
    customer: {
      ...message("alert", "The person a garment is for has measured again"),
      emailed: "We sent you an email with a private link to the change.",
    },
  }),
  remeasured_in_work: describe({
    stores: ["productName", "wearer"],
    owner: (detail) =>
      message("alert", "Measured again after the approval to cut", doneText(detail)),
    customer: message(
      "alert",
      "A garment has new measurements",
      "It is already approved to be cut, so the atelier is asked what is still possible.",
    ),
  }),
  contract_approved: describe({
    stores: ["productName", "wearer"],
    owner: (detail) => message("good", "Customer approved the change", doneText(detail)),
    customer: message("good", "You approved the change"),
  }),
  contract_declined: describe({
    stores: ["productName", "wearer"],
    owner: (detail) => message("alert", "Customer declined the change", doneText(detail)),
    customer: message("plain", "You declined the change", AS_AGREED),
  }),
  contract_withdrawn: describe({
    stores: ["productName", "wearer", "by"],
    owner: (detail) => message("plain", "Proposed change withdrawn", doneText(detail)),
    customer: message("plain", "The proposed change was withdrawn", AS_AGREED),
  }),
  contract_changed: describe({
    stores: ["productName", "wearer"],
    owner: (detail) => message("alert", "Customer changed a garment", doneText(detail)),
    customer: message(
      "plain",
      "You changed a garment",
      "A tailor checks it before anything is cut.",
    ),
  }),
} as const;
