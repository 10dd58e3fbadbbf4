import { z } from "zod";
import { count, field, section } from "./setting-description.ts";

const MAX_DAYS = 3_650;

const days = (least: number) =>
  z
    .number("Please enter days as a number.")
    .int("Please enter whole days.")
    .min(least, `At least ${least} days.`)
    .max(MAX_DAYS, `${MAX_DAYS} days at most.`);

type Period = { label: string; least: number; default: number; hint: string; keywords?: string };

const period = ({ least, ...described }: Period) =>
  field({ ...described, control: count, schema: days(least), isHalf: true, isProtected: true });

/**
 * Days until personal data is removed, by kind. Paid orders and their documents have none: bookkeeping
 * requires them. The minimum is the shop's own need.
 */
export const privacySection = section({
  label: "Privacy",
  tab: "privacy",
  fields: {
    sessions: period({
      label: "Ended sign-ins (days)",
      least: 1,
      default: 30,
      hint: "Their IP address and browser, and invitations that have lapsed, are deleted this long after they ended; refused ones this long after the attempt. Other links are deleted an hour after they lapse.",
      keywords: "retention personal data gdpr",
    }),
    emails: period({
      label: "Sent emails (days)",
      least: 30,
      default: 365,
      hint: "Text and recipient are removed from the outbox. Links to passwords are removed at once.",
      keywords: "retention outbox",
    }),
    // Deliveries repeat for days; disputes open for months.
    events: period({
      label: "Messages of the payment provider (days)",
      least: 30,
      default: 180,
      hint: "Their content is removed. The money they reported stays in the books.",
      keywords: "retention webhook",
    }),
    // Devices bring back removed lines for 90 days.
    carts: period({
      label: "Unchanged carts of customers (days)",
      least: 90,
      default: 365,
      hint: "Lines that nobody changed since are deleted. Wishlists stay with their account.",
      keywords: "retention abandoned",
    }),
    // A transfer may arrive after 30 days, and be found later.
    unpaidOrders: period({
      label: "Unpaid orders (days)",
      least: 60,
      default: 90,
      hint: "Orders and donations that were never paid become anonymous. Paid orders, invoices and credit notes are kept, as bookkeeping requires.",
      keywords: "retention expired cancelled",
    }),
    searches: period({
      label: "Saved searches for a person (days)",
      least: 30,
      default: 365,
      hint: "Views of the orders that search for an email. What visitors search for is not stored.",
      keywords: "retention search terms",
    }),
    auditValues: period({
      label: "Old values in Activity (days)",
      least: 90,
      default: 730,
      hint: "Of orders, customers, messages and accounts. Who did what and when stays, and products and settings can still be restored.",
      keywords: "retention log audit",
    }),
    restockAlerts: period({
      label: "Back-in-stock requests (days)",
      least: 30,
      default: 365,
      hint: "Deleted this long after the email was sent, or after the request when none was.",
      keywords: "retention alert",
    }),
    // The footer promises free remeasurements and returns for 365 days; a contract settles what a remake is measured by. The
    // database removes nothing before 60 days (reduce_contracts).
    contracts: period({
      label: "Measurements of made-to-measure orders (days)",
      least: 60,
      default: 365,
      hint: "After everything of the order was delivered. Options, prices and the contract's seal stay for the books; until then remakes are cut from them.",
      keywords: "retention contract remake",
    }),
    inbox: field({
      label: "Answered messages and inquiries (days)",
      control: count,
      schema: days(30).nullable(),
      default: null,
      optional: true,
      isHalf: true,
      isProtected: true,
      hint: "Deleted with their replies. Leave it empty to keep them.",
      keywords: "retention contact inbox",
    }),
  },
});
