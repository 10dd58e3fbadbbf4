import type { DeliveryAddress } from "#core/delivery-address.ts";
import { fieldText } from "#core/submitted-text.ts";

/** Missing fields are "". */
export function submittedAddress(form: FormData): DeliveryAddress {
  return {
    fullName: fieldText(form, "fullName"),
    phone: fieldText(form, "phone"),
    line1: fieldText(form, "line1"),
    line2: fieldText(form, "line2"),
    city: fieldText(form, "city"),
    region: fieldText(form, "region"),
    postalCode: fieldText(form, "postalCode"),
    country: fieldText(form, "country"),
  };
}

export const EMPTY_ADDRESS: DeliveryAddress = {
  fullName: "",
  phone: "",
  line1: "",
  line2: "",
  city: "",
  region: "",
  postalCode: "",
  country: "GY",
};
