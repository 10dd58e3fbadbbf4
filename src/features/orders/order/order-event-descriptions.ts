import { DELIVERY_EVENTS } from "./events/delivery-events.ts";
import { GARMENT_EVENTS } from "./events/garment-events.ts";
import { MONEY_BACK_EVENTS } from "./events/money-back-events.ts";
import { PAYMENT_EVENTS } from "./events/payment-events.ts";

/** Every event of an order: what it stores, and what the owner and the customer read. */
export const ORDER_EVENTS = {
  ...PAYMENT_EVENTS,
  ...MONEY_BACK_EVENTS,
  ...DELIVERY_EVENTS,
  ...GARMENT_EVENTS,
} as const;
