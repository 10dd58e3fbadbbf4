import { z } from "zod";
import { optionalLine } from "#core/text-schema.ts";
import type { LineQuantity } from "#features/orders/order/line-quantities.ts";
import {
  idempotencyKeySchema,
  someLineQuantitiesSchema,
} from "#features/orders/order/line-quantities-input.ts";
import { carrierName, trackingPage } from "./carriers.ts";

const isWebUrl = (text: string) => /^https?:\/\/[^\s/]+\.[^\s]+$/i.test(text);

export const trackingFields = {
  carrier: optionalLine("The carrier's name", 60)
    .refine((name) => name !== "", "Please say who carries the parcel")
    .transform(carrierName),
  trackingNumber: optionalLine("The tracking number", 80),
  trackingUrl: optionalLine("The tracking link", 500).refine(
    (url) => url === "" || isWebUrl(url),
    "Please enter a web address, like https://www.example.com/track/123",
  ),
};

/** Adds a known carrier's tracking link. */
export function withTrackingUrl<Fields extends TrackingInput>(fields: Fields): Fields {
  const { carrier, trackingNumber, trackingUrl } = fields;
  return { ...fields, trackingUrl: trackingUrl || trackingPage(carrier, trackingNumber) };
}

export type TrackingInput = { carrier: string; trackingNumber: string; trackingUrl: string };

/** `key`: one press. */
export type ShipmentInput = TrackingInput & { key: string; items: readonly LineQuantity[] };

export const shipmentSchema = z
  .object({ ...trackingFields, items: someLineQuantitiesSchema, key: idempotencyKeySchema })
  .transform(withTrackingUrl);
