import type { ClosedDays, DayRange } from "#core/business-days.ts";
import { addBusinessDays, addDays, toBusinessDay } from "#core/business-days.ts";
import { DAY_MS } from "#core/duration.ts";
import { dayOf } from "#core/georgetown-time.ts";
import type { ReportedAmount } from "#core/money-amount.ts";
import { formatReported } from "#core/money-amount.ts";
import { closedDaysOf } from "#features/base/settings/shipping-methods.ts";

/**
 * Due work is to ship an order, to refund a received return, or to send money back from the shop's bank account, by a day.
 */
export type DueWork = {
  readonly orderId: string;
  /** The email when the name is unknown. */
  readonly name: string;
  /** YYYY-MM-DD in Georgetown. */
  readonly dueDay: string;
} & (
  | { readonly kind: "ship" | "refund" }
  | { readonly kind: "transfer"; readonly id: string; readonly amount: ReportedAmount }
);

export type Urgency = "open" | "soon" | "late";

/** The terms are business days of processing, plus days of making. */
export type DispatchTerms = {
  readonly processingMaxDays: number;
  readonly madeToMeasureMaxDays: number;
  readonly closedDays: string;
};

type Processing = {
  readonly closed: ClosedDays;
  /** The last day of processing for an order that is paid on a day. */
  readonly processedOn: (paidDay: string) => string;
};

/** Computed once for each day while the terms stay: the overview asks for every order that is to ship. */
let newestProcessing: { readonly key: string; readonly processing: Processing } | null = null;

function processingBy(terms: DispatchTerms): Processing {
  const key = `${terms.processingMaxDays} ${terms.closedDays}`;
  if (newestProcessing?.key === key) return newestProcessing.processing;
  const closed = closedDaysOf(terms);
  const days = new Map<string, string>();
  const processedOn = (paidDay: string) => {
    const day = days.get(paidDay) ?? addBusinessDays(paidDay, terms.processingMaxDays, closed);
    days.set(paidDay, day);
    return day;
  };
  newestProcessing = { key, processing: { closed, processedOn } };
  return newestProcessing.processing;
}

/**
 * When a paid order ships: on the day that the atelier promised, else payment plus processing, longer for made-to-measure
 * (specification 2, Shipping); never after the promised arrival.
 */
export function shipDueDay(
  order: {
    completedAt: Date;
    madeToMeasure: boolean;
    /** Of the slowest garment; null for the shop's own. */
    makingDays: number | null;
    arrivesUntil: string | null;
    /** The first day by which a garment in work is promised to leave; null where none is promised. */
    shipBy: string | null;
  },
  terms: DispatchTerms,
): string {
  const { closed, processedOn } = processingBy(terms);
  const processed = processedOn(dayOf(order.completedAt));
  const policy = order.madeToMeasure
    ? toBusinessDay(addDays(processed, order.makingDays ?? terms.madeToMeasureMaxDays), closed)
    : processed;
  const due = order.shipBy ?? policy;
  return order.arrivesUntil !== null && order.arrivesUntil < due ? order.arrivesUntil : due;
}

/** What is to be done: 'ship', 'refund' or 'send $465.00 back'. */
const deedOf = (work: DueWork) =>
  work.kind === "transfer" ? `send ${formatReported(work.amount)} back` : work.kind;

const calendarDays = ({ from, until }: DayRange) =>
  Math.round((Date.parse(until) - Date.parse(from)) / DAY_MS);

/** Writes 'ship today', 'send $465.00 back within 3 days' or 'ship, late by 1 day'; soon means today or tomorrow. */
export function dueLabel(work: DueWork, now: Date): { urgency: Urgency; text: string } {
  const left = calendarDays({ from: dayOf(now), until: work.dueDay });
  const days = (count: number) => (count === 1 ? "1 day" : `${count} days`);
  const deed = deedOf(work);
  if (left < 0) return { urgency: "late", text: `${deed}, late by ${days(-left)}` };
  if (left === 0) return { urgency: "soon", text: `${deed} today` };
  return { urgency: left === 1 ? "soon" : "open", text: `${deed} within ${days(left)}` };
}
