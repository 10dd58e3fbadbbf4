/** Where something is to be delivered, as the buyer wrote it on the payment page; `country` is an ISO code, a line not given is "". */
export type DeliveryAddress = {
  fullName: string;
  phone: string;
  line1: string;
  line2: string;
  city: string;
  region: string;
  postalCode: string;
  country: string;
};
