import { z } from "zod";
import { count, field, section } from "./setting-description.ts";

const days = (least: number, most: number) =>
  z
    .number("Please enter days as a number.")
    .int("Please enter whole days.")
    .min(least, `At least ${least}.`)
    .max(most, `${most} days at most.`);

/** The one policy on alterations, credits and remakes; the pages and the server read it from here. */
export const alterationsSection = section({
  label: "Alterations",
  tab: "alterations",
  fields: {
    days: field({
      label: "Days for a free alteration",
      control: count,
      schema: days(1, 365),
      default: 60,
      isHalf: true,
      hint: "After delivery, once for each made-to-measure piece. A piece that differs from its order is made again at any time.",
      keywords: "remeasurement remake policy fit",
    }),
    creditCapMinor: field({
      label: "Most credit for a local tailor ($)",
      control: { kind: "number", scale: 100 },
      schema: z
        .number("Please enter an amount, like 49.50")
        .int()
        .min(0, "An amount cannot be negative.")
        .max(100_000, "$1,000 at most."),
      default: 4_000,
      isHalf: true,
      hint: "Given as store credit for a photo of the receipt. 0 offers none.",
      keywords: "store credit receipt alteration",
    }),
    askAfterDays: field({
      label: "Ask how it fits after (days)",
      control: count,
      schema: days(1, 60),
      default: 7,
      isHalf: true,
      hint: "One email after the delivery of a made-to-measure piece, to customers who receive order updates.",
      keywords: "feedback email fit memory",
    }),
  },
});
