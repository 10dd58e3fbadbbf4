import { isId } from "#core/ids.ts";
import type { Result } from "#core/result.ts";
import { fail, ok } from "#core/result.ts";
import { fieldText, tidyLine, tooLongMessage } from "#core/submitted-text.ts";
import { carrierName, trackingPage } from "./carriers.ts";

/** So many pieces of a line. */
export type LineQuantity = { itemId: string; quantity: number };

/** How a parcel is followed. */
export type TrackingInput = { carrier: string; trackingNumber: string; trackingUrl: string };

/** A parcel as the owner packs it; `key` is the press of the button that made it. */
export type ShipmentInput = TrackingInput & { key: string; pieces: readonly LineQuantity[] };

/** What is not right yet, in words that stand at the field. */
export type ShipmentErrors = Partial<Record<"pieces" | keyof TrackingInput, string>>;

const LONGEST = { carrier: 60, trackingNumber: 80, trackingUrl: 500 } as const;
/** An order has no more lines than a cart; whatever else a form may hold is not read. */
const MOST_LINES = 100;

const isWebAddress = (text: string) => /^https?:\/\/[^\s/]+\.[^\s]+$/i.test(text);

/** Reads 'pieces-{line id}' = how many of it; what is no whole number above 0 is left out. */
export function readLineQuantities(form: FormData): LineQuantity[] {
  return [...form.entries()]
    .filter(([name]) => name.startsWith("pieces-"))
    .slice(0, MOST_LINES)
    .map(([name, value]) => ({ itemId: name.slice("pieces-".length), quantity: Number(value) }))
    .filter(({ itemId, quantity }) => isId(itemId) && Number.isInteger(quantity) && quantity > 0);
}

/** Reads carrier, number and link; the link of a known carrier is made from the number where none was typed. Never throws. */
export function readTracking(form: FormData): Result<TrackingInput, ShipmentErrors> {
  const errors: ShipmentErrors = {};
  const carrier = carrierName(tidyLine(fieldText(form, "carrier")));
  const trackingNumber = tidyLine(fieldText(form, "trackingNumber"));
  const typed = tidyLine(fieldText(form, "trackingUrl"));
  const trackingUrl = typed || trackingPage(carrier, trackingNumber);
  if (carrier === "") errors.carrier = "Please say who carries the parcel";
  for (const [field, label, value] of [
    ["carrier", "The carrier's name", carrier],
    ["trackingNumber", "The tracking number", trackingNumber],
    ["trackingUrl", "The tracking link", trackingUrl],
  ] as const) {
    const max = LONGEST[field];
    if (value.length > max) errors[field] = tooLongMessage(label, max, value.length);
  }
  if (typed !== "" && !isWebAddress(typed)) {
    errors.trackingUrl ??= "Please enter a web address, like https://www.example.com/track/123";
  }
  return Object.keys(errors).length > 0
    ? fail(errors)
    : ok({ carrier, trackingNumber, trackingUrl });
}

/** Reads a parcel: what lies in it and how it is followed. Never throws. */
export function readShipment(form: FormData): Result<ShipmentInput, ShipmentErrors> {
  const tracking = readTracking(form);
  const pieces = readLineQuantities(form);
  const errors: ShipmentErrors = tracking.ok ? {} : { ...tracking.error };
  if (pieces.length === 0) errors.pieces = "Please choose at least one piece";
  if (!tracking.ok || pieces.length === 0) return fail(errors);
  return ok({ ...tracking.value, pieces, key: fieldText(form, "key").slice(0, 64) });
}
