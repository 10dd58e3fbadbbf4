import { toDecimal } from "#core/money-amount.ts";
import type { Span } from "#features/settings/business-facts.ts";
import {
  MADE_TO_MEASURE_EXTRA_DAYS,
  NEAR_COUNTRIES,
  OPEN_DAYS,
  ORDER_PROCESSING_BUSINESS_DAYS,
  RETURN_WINDOW_DAYS,
} from "#features/settings/business-facts.ts";
import type { ShippingDetails } from "#features/settings/shipping-details.ts";
import type { JsonLdNode } from "./json-ld.ts";

/** What an offer promises of delivery and returns, told once a page; `refer` is what the offer itself bears. */
export type OfferPolicies = { readonly nodes: readonly JsonLdNode[]; readonly refer: JsonLdNode };

/** Processing before dispatch: made-to-measure needs its days on top (specification 9). */
export function handlingDays(isMadeToMeasure: boolean): Span {
  const { min, max } = ORDER_PROCESSING_BUSINESS_DAYS;
  const extra = isMadeToMeasure ? MADE_TO_MEASURE_EXTRA_DAYS : { min: 0, max: 0 };
  return { min: min + extra.min, max: max + extra.max };
}

const days = ({ min, max }: Span): JsonLdNode => ({
  "@type": "QuantitativeValue",
  minValue: min,
  maxValue: max,
  unitCode: "DAY",
});

const businessDays: JsonLdNode = {
  "@type": "OpeningHoursSpecification",
  dayOfWeek: OPEN_DAYS.flatMap(({ weekdays }) => weekdays),
};

function shipping(fact: ShippingDetails, id: string, isMadeToMeasure: boolean): JsonLdNode {
  return {
    "@type": "OfferShippingDetails",
    "@id": id,
    shippingLabel: fact.label,
    shippingRate: {
      "@type": "MonetaryAmount",
      value: toDecimal(fact.price).toFixed(2),
      currency: fact.price.currency,
    },
    shippingDestination: fact.countries.map((country) => ({
      "@type": "DefinedRegion",
      addressCountry: country,
    })),
    deliveryTime: {
      "@type": "ShippingDeliveryTime",
      businessDays,
      handlingTime: days(handlingDays(isMadeToMeasure)),
      transitTime: days(fact.transit),
    },
  };
}

function returns(publicUrl: string, id: string, isMadeToMeasure: boolean): JsonLdNode {
  const reach = {
    "@type": "MerchantReturnPolicy",
    "@id": id,
    applicableCountry: NEAR_COUNTRIES,
    merchantReturnLink: `${publicUrl}/returns`,
  };
  if (isMadeToMeasure) {
    return { ...reach, returnPolicyCategory: "https://schema.org/MerchantReturnNotPermitted" };
  }
  return {
    ...reach,
    returnPolicyCategory: "https://schema.org/MerchantReturnFiniteReturnWindow",
    merchantReturnDays: RETURN_WINDOW_DAYS,
    returnMethod: "https://schema.org/ReturnByMail",
    returnFees: "https://schema.org/ReturnFeesCustomerResponsibility",
    refundType: ["https://schema.org/FullRefund", "https://schema.org/StoreCreditRefund"],
  };
}

/** The policies of ready-to-wear, or of what is made to one person's measures (specification 2, Shipping and Returns). */
export function offerPolicies(
  publicUrl: string,
  parcels: readonly ShippingDetails[],
  isMadeToMeasure: boolean,
): OfferPolicies {
  const suffix = isMadeToMeasure ? "-made-to-measure" : "";
  const ways = parcels.map((fact) => ({ fact, id: `#shipping-${fact.id}${suffix}` }));
  const returnsId = `#returns${suffix}`;
  return {
    nodes: [
      ...ways.map(({ fact, id }) => shipping(fact, id, isMadeToMeasure)),
      returns(publicUrl, returnsId, isMadeToMeasure),
    ],
    refer: {
      shippingDetails: ways.map(({ id }) => ({ "@id": id })),
      hasMerchantReturnPolicy: { "@id": returnsId },
    },
  };
}
