import { z } from "zod";
import { isCalendarDay } from "#core/business-days.ts";
import { RETURN_WINDOW_DAYS } from "./return-window.ts";
import type { ListField } from "./setting-description.ts";
import { count, field, line, section } from "./setting-description.ts";

const price = z
  .number("Please enter an amount, like 49.50")
  .int()
  .nonnegative("An amount cannot be negative.");
const days = z.number("Please enter days as a number.").int().min(0).max(90, "90 days at most.");
const countryCode = z.string().regex(/^[A-Z]{2}$/);
/**
 * Amounts are minor units; shipping is free above `freeOverMinor`. When `onlyCountries` is null, all but
 * `exceptCountries` are served. Orders before the hour `beforeHour` in Georgetown ship that day (specification 9: 2
 * PM).
 */
const shippingMethod = z.object({
  id: z
    .string()
    .regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/)
    .max(40),
  label: line(60, "A name").min(1, "Name is required"),
  estimate: line(80),
  minBusinessDays: days,
  maxBusinessDays: days,
  priceMinor: price,
  freeOverMinor: price.nullable(),
  onlyCountries: z.array(countryCode).nullable(),
  exceptCountries: z.array(countryCode),
  beforeHour: z
    .number("Please enter a full hour from 1 to 23.")
    .int()
    .min(1, "A full hour from 1 to 23.")
    .max(23, "A full hour from 1 to 23.")
    .nullable(),
  enabled: z.boolean(),
});

export type ShippingMethod = z.infer<typeof shippingMethod>;

const GUYANA = ["GY"];
const acceptsDays: ListField["appliesTo"] = ({ beforeHour }) => beforeHour === null;
const acceptsHour: ListField["appliesTo"] = ({ beforeHour }) => beforeHour !== null;
const amount = { kind: "number", scale: 100 } as const;

const dayCount = (label: string, initial: number) =>
  field({ label, control: count, schema: days, default: initial, isHalf: true });

/** Specification 2 (Shipping) and 9; other rates are starting values. */
const defaultMethod = (method: Partial<ShippingMethod> & Pick<ShippingMethod, "id" | "label">) => ({
  estimate: "",
  minBusinessDays: 0,
  maxBusinessDays: 0,
  priceMinor: 0,
  freeOverMinor: null,
  onlyCountries: GUYANA,
  exceptCountries: [],
  beforeHour: null,
  enabled: true,
  ...method,
});
/** The section holds shipping methods and rates, days of return, and the provider's taxes (decision C6). */
export const shippingSection = section({
  label: "Shipping",
  tab: "shipping",
  isOnEveryPage: true,
  fields: {
    methods: field({
      label: "Shipping rates",
      control: {
        kind: "list",
        isFixed: true,
        fields: {
          enabled: { label: "On", control: { kind: "switch" } },
          label: { label: "Name", control: { kind: "text" } },
          priceMinor: { label: "Rate ($)", control: amount },
          freeOverMinor: { label: "Free over ($)", control: amount, optional: true },
          minBusinessDays: { label: "Minimum days", control: count, appliesTo: acceptsDays },
          maxBusinessDays: { label: "Maximum days", control: count, appliesTo: acceptsDays },
          beforeHour: { label: "Before hour (1-23)", control: count, appliesTo: acceptsHour },
        },
      },
      schema: z.array(shippingMethod).min(1).max(12),
      default: [
        defaultMethod({
          id: "standard",
          label: "Standard",
          estimate: "5-7 business days",
          minBusinessDays: 5,
          maxBusinessDays: 7,
          priceMinor: 1500,
          freeOverMinor: 20_000,
        }),
        defaultMethod({
          id: "express",
          label: "Express",
          estimate: "2-3 business days",
          minBusinessDays: 2,
          maxBusinessDays: 3,
          priceMinor: 2500,
        }),
        defaultMethod({
          id: "georgetown-same-day",
          label: "Georgetown same-day",
          estimate: "Same day for orders before 2 PM",
          priceMinor: 1000,
          beforeHour: 14,
        }),
        defaultMethod({
          id: "international",
          label: "International",
          estimate: "7-21 business days",
          minBusinessDays: 7,
          maxBusinessDays: 21,
          priceMinor: 4500,
          onlyCountries: null,
          exceptCountries: GUYANA,
        }),
      ],
      keywords: "delivery price parcel free over days",
      focus: "shipping.methods[0].priceMinor",
    }),
    processingMinDays: dayCount("Processing takes at least (business days)", 1),
    processingMaxDays: dayCount("Processing takes at most (business days)", 2),
    madeToMeasureMinDays: dayCount("Made-to-measure adds at least (days)", 7),
    madeToMeasureMaxDays: dayCount("Made-to-measure adds at most (days)", 14),
    rushMinor: field({
      label: "Rush for a made-to-measure piece ($)",
      control: amount,
      schema: price.nullable(),
      default: 4000,
      optional: true,
      isHalf: true,
      hint: "A customer who needs a piece by a day that only overtime meets pays it for each piece. Empty: no rush.",
      keywords: "rush overtime need by express made to measure",
    }),
    rushPerWeek: field({
      label: "Pieces made with rush in a week, at most",
      control: count,
      schema: z.number("Please enter a number.").int().min(0).max(99, "99 at most."),
      default: 3,
      isHalf: true,
    }),
    overtimeMinutes: field({
      label: "Overtime of a maker for rush (minutes a day)",
      control: count,
      schema: z
        .number("Please enter minutes as a number.")
        .int()
        .min(0)
        .max(300, "300 minutes at most."),
      default: 90,
      isHalf: true,
    }),
    closedDays: field({
      label: "Days on which the atelier is closed",
      control: { kind: "textarea" },
      schema: line(600, "The list of days").refine(
        (text) => text.split(/[\s,]+/).every((day) => day === "" || isCalendarDay(day)),
        "Please enter days as year-month-day, such as 2027-03-22, with commas between them.",
      ),
      default: "",
      optional: true,
      hint: "Delivery dates skip them. Weekends and Guyana's fixed holidays, Good Friday, Easter Monday and CARICOM Day are skipped anyway; enter Phagwah, Eid-ul-Adha, Youman-un-Nabi, Deepavali and your own holidays here, as they are gazetted. Until one of these is entered, promises near it have a day of margin, and the overview asks for it.",
      keywords: "holidays closed vacation eid phagwah diwali calendar",
    }),
    returnWindowDays: field({
      label: "Returns of ready-to-wear (days)",
      control: count,
      schema: z
        .number("Please enter days as a number.")
        .int()
        .min(1, "At least one day.")
        .max(3650, "3,650 days at most."),
      default: RETURN_WINDOW_DAYS,
      isHalf: true,
      hint: "From the day of arrival. Every page, email, document and return follows it, also for orders already placed.",
      keywords: "return window policy 30 365",
    }),
    duties: field({
      label: "Duties and import taxes",
      control: { kind: "text" },
      schema: line(200, "The text on duties"),
      default:
        "Duties and import taxes are not included: your customs office may charge them on delivery.",
      hint: "Shown beside the delivery dates in every country but those below. Empty says nothing.",
      keywords: "customs import tax abroad",
    }),
    dutyFreeCountries: field({
      label: "Countries without duties",
      control: { kind: "countries" },
      schema: z
        .string()
        .trim()
        .toUpperCase()
        .max(1_200, "These are too many countries.")
        .regex(/^(?:[A-Z]{2}(?:[\s,]+[A-Z]{2})*)?$/, "Please choose countries of the list."),
      default: "GY",
      hint: "Customers there read no text on duties.",
      keywords: "customs",
    }),
    automaticTax: field({
      label: "Taxes worked out by Stripe",
      control: { kind: "switch" },
      schema: z.boolean(),
      default: false,
      hint: "On the payment page, by the customer's address. Switch Stripe Tax on in the Stripe dashboard first and enter where you are registered: without that, no payment page opens.",
    }),
  },
  refine: (schema) =>
    schema
      .refine((days) => days.processingMinDays <= days.processingMaxDays, {
        message: "At most is fewer days than at least.",
        path: ["processingMaxDays"],
      })
      .refine((days) => days.madeToMeasureMinDays <= days.madeToMeasureMaxDays, {
        message: "At most is fewer days than at least.",
        path: ["madeToMeasureMaxDays"],
      })
      .refine(({ methods }) => new Set(methods.map(({ id }) => id)).size === methods.length, {
        message: "Two ways of shipping have the same id.",
        path: ["methods"],
      })
      .refine(({ methods }) => methods.some(({ enabled }) => enabled), {
        message: "At least one way of shipping must be on: without one, nobody can order.",
        path: ["methods"],
      }),
});
