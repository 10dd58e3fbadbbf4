import type { DayRange } from "#core/business-days.ts";
import { addBusinessDays, addDays, toBusinessDay } from "#core/business-days.ts";
import { DAY_MS } from "#core/duration.ts";
import { dayOf } from "#core/georgetown-time.ts";
import { REFUND_BUSINESS_DAYS } from "#features/base/settings/business-facts.ts";
import { closedDaysOf } from "#features/base/settings/shipping-methods.ts";

/** Due work is to ship an order or refund a received return by a day. */
export type DueWork = {
  readonly kind: "ship" | "refund";
  readonly orderId: string;
  /** The email when the name is unknown. */
  readonly name: string;
  /** YYYY-MM-DD in Georgetown. */
  readonly dueDay: string;
};

export type Urgency = "open" | "soon" | "late";

/** The terms are business days of processing, plus days of making. */
export type DispatchTerms = {
  readonly processingMaxDays: number;
  readonly madeToMeasureMaxDays: number;
  readonly closedDays: string;
};

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
  const closed = closedDaysOf(terms);
  const processed = addBusinessDays(dayOf(order.completedAt), terms.processingMaxDays, closed);
  const policy = order.madeToMeasure
    ? toBusinessDay(addDays(processed, order.makingDays ?? terms.madeToMeasureMaxDays), closed)
    : processed;
  const due = order.shipBy ?? policy;
  return order.arrivesUntil !== null && order.arrivesUntil < due ? order.arrivesUntil : due;
}

/** When a received return is refunded: ten business days (specification 2, Returns). */
export function refundDueDay(receivedAt: Date, terms: Pick<DispatchTerms, "closedDays">): string {
  return addBusinessDays(dayOf(receivedAt), REFUND_BUSINESS_DAYS.max, closedDaysOf(terms));
}

const calendarDays = ({ from, until }: DayRange) =>
  Math.round((Date.parse(until) - Date.parse(from)) / DAY_MS);

/** Writes 'ship today', 'refund within 3 days' or 'ship, late by 1 day'; soon means today or tomorrow. */
export function dueLabel(work: DueWork, now: Date): { urgency: Urgency; text: string } {
  const left = calendarDays({ from: dayOf(now), until: work.dueDay });
  const days = (count: number) => (count === 1 ? "1 day" : `${count} days`);
  if (left < 0) return { urgency: "late", text: `${work.kind}, late by ${days(-left)}` };
  if (left === 0) return { urgency: "soon", text: `${work.kind} today` };
  return { urgency: left === 1 ? "soon" : "open", text: `${work.kind} within ${days(left)}` };
}
