import type { DeliveryAddress } from "#core/delivery-address.ts";

export const HOME: DeliveryAddress = {
  fullName: "Asha Persaud",
  phone: "",
  line1: "12 Camp Street",
  line2: "",
  city: "Georgetown",
  region: "",
  postalCode: "",
  country: "GY",
};
