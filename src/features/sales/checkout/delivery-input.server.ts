import type { DeliveryAddress } from "#core/delivery-address.ts";
import { reaches } from "#core/delivery-address.ts";
import type { Result } from "#core/result.ts";
import { fail, ok } from "#core/result.ts";
import { tidyLine, tooLongMessage } from "#core/submitted-text.ts";
import { ADDRESS_FIELDS } from "#features/base/identity/address.ts";
import { readAddress } from "#features/base/identity/read-address.server.ts";
import type { ShippingOption } from "#platform/payments.server.ts";

/** The buyer's tax number is for the invoice. */
export type PaymentFormValues = DeliveryAddress & { optionId: string; buyerTaxNumber: string };

export type PaymentFormErrors = Partial<Record<keyof PaymentFormValues, string>>;

export type PaymentChoice = {
  optionId: string | null;
  address: DeliveryAddress;
  buyerTaxNumber: string;
};

const MAX_TAX_NUMBER_LENGTH = 40;

export const DELIVERY_FIELDS: readonly (keyof PaymentFormValues)[] = [
  ...ADDRESS_FIELDS,
  "buyerTaxNumber",
  "optionId",
];

/** One line for each field; missing fields are "". */
export function readPaymentForm(submitted: Partial<PaymentFormValues>): PaymentFormValues {
  const entries = DELIVERY_FIELDS.map((name) => [
    name,
    tidyLine((submitted[name] ?? "").slice(0, 1_000)),
  ]);
  return Object.fromEntries(entries) as PaymentFormValues;
}

/** The country's rules (`readAddress`), as in the address book. */
function readDelivery(
  values: PaymentFormValues,
): Result<Omit<PaymentChoice, "optionId">, PaymentFormErrors> {
  const { buyerTaxNumber, optionId, ...submitted } = readPaymentForm(values);
  const address = readAddress(submitted);
  const errors: PaymentFormErrors = address.ok ? {} : { ...address.error };
  if (buyerTaxNumber.length > MAX_TAX_NUMBER_LENGTH) {
    const label = "Company tax number";
    errors.buyerTaxNumber = tooLongMessage(label, MAX_TAX_NUMBER_LENGTH, buyerTaxNumber.length);
  }
  return address.ok && !errors.buyerTaxNumber
    ? ok({ address: address.value, buyerTaxNumber })
    : fail(errors);
}

/** The method must belong to the session and reach the address (decision C6). */
export function checkPaymentForm(
  values: PaymentFormValues,
  offers: readonly ShippingOption[],
): Result<PaymentChoice, PaymentFormErrors> {
  const read = readDelivery(values);
  if (!read.ok) return read;
  const { optionId } = values;
  const { address, buyerTaxNumber } = read.value;
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
