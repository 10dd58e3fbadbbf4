import type { DeliveryAddress } from "#core/delivery-address.ts";

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
