import { z } from "zod";
import { buttonText, readFields } from "#app/web/form-fields.ts";
import type { ConfirmedItems } from "#features/sales/payments/cancel-items.server.ts";

const number = z.number().catch(Number.NaN);

const cancelFields = z.object({ garment: buttonText, percent: number });

/** What the customer confirmed. Unreadable fields match no garment and no share. */
export function readCancellation(form: FormData): { garmentId: string; percent: number } {
  const { garment, percent } = readFields(form, cancelFields);
  return { garmentId: garment, percent };
}

const itemFields = z.object({ item: buttonText, left: number, chosen: buttonText });

/** The items that the customer chose and what she read that goes back. Unreadable fields match no line. */
export function readItemCancellation(form: FormData): ConfirmedItems {
  const { chosen, item, left } = readFields(form, itemFields);
  const [quantity = "", amountMinor = ""] = chosen.split(":");
  return {
    orderItemId: item,
    left,
    quantity: Number.parseInt(quantity, 10),
    amountMinor: Number.parseInt(amountMinor, 10),
  };
}
