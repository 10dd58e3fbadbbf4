import { z } from "zod";
import type { DeliveryAddress } from "#core/delivery-address.ts";
import { reaches } from "#core/delivery-address.ts";
import type { Result } from "#core/result.ts";
import { fail, ok } from "#core/result.ts";
import type { ShippingOption } from "#platform/payments.server.ts";

/** The buyer's tax number is for the invoice. */
export type PaymentFormValues = DeliveryAddress & { optionId: string; buyerTaxNumber: string };

export type PaymentFormErrors = Partial<Record<keyof PaymentFormValues, string>>;

export type PaymentChoice = {
  optionId: string | null;
  address: DeliveryAddress;
  buyerTaxNumber: string;
};

const text = (max: number) =>
  z.string().trim().max(max, `Please keep this under ${max} characters.`);
const given = (max: number, message: string) => text(max).min(1, message);

const formSchema = z.object({
  fullName: given(100, "Please enter the full name."),
  phone: text(40).regex(/^[0-9+()./ -]*$/, "Please enter a phone number, like +592 555 0100."),
  line1: given(200, "Please enter the street and house number."),
  line2: text(200),
  city: given(100, "Please enter the city or village."),
  region: text(100),
  postalCode: text(20),
  country: z
    .string()
    .trim()
    .toUpperCase()
    .regex(/^[A-Z]{2}$/, "Please choose a country."),
  buyerTaxNumber: text(40),
  optionId: text(40),
});

export const DELIVERY_FIELDS = Object.keys(formSchema.shape) as (keyof PaymentFormValues)[];

/** Postgres refuses NUL. */
const tidy = (submitted: string) => submitted.slice(0, 1_000).replace(/\p{Cc}/gu, " ");

/** Removes control characters; missing fields are "". */
export function readPaymentForm(submitted: Partial<PaymentFormValues>): PaymentFormValues {
  const entries = DELIVERY_FIELDS.map((name) => [name, tidy(submitted[name] ?? "")]);
  return Object.fromEntries(entries) as PaymentFormValues;
}

/** The method must belong to the session and reach the address (decision C6). */
export function checkPaymentForm(
  values: PaymentFormValues,
  offers: readonly ShippingOption[],
): Result<PaymentChoice, PaymentFormErrors> {
  const parsed = formSchema.safeParse(values);
  if (!parsed.success) {
    const errors: PaymentFormErrors = {};
    for (const issue of parsed.error.issues) {
      const field = DELIVERY_FIELDS.find((name) => name === issue.path[0]);
      if (field) errors[field] ??= issue.message;
    }
    return fail(errors);
  }
  const { optionId, buyerTaxNumber, ...address } = parsed.data;
  if (offers.length === 0) return ok({ optionId: null, address, buyerTaxNumber });
  if (!offers.some((each) => reaches(each, address))) {
    return fail({ country: "We cannot ship to this address yet. Please write to us." });
  }
  const offer = offers.find((each) => each.id === optionId);
  if (!offer) return fail({ optionId: "Please choose how we ship it." });
  if (!reaches(offer, address)) {
    return fail({
      optionId: offer.onlyCity
        ? `${offer.label} reaches addresses in ${offer.onlyCity} only. Please choose another way.`
        : `${offer.label} does not reach this address. Please choose another way.`,
    });
  }
  return ok({ optionId, address, buyerTaxNumber });
}
