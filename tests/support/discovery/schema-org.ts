import { z } from "zod";

/**
 * Strict schemas of schema.org and Google's guides (products, variants, merchant listings, breadcrumbs, FAQ,
 * organizations, local businesses); unknown properties fail.
 */
const web = z.url({ protocol: /^https?$/ });
const text = z.string().trim().min(1);
const isoCountry = z.string().regex(/^[A-Z]{2}$/);
const amount = z.string().regex(/^\d+\.\d{2}$/);
const currency = z.enum(["USD", "GYD"]);
const of = (name: string) => z.literal(`https://schema.org/${name}`);
const reference = z.strictObject({ "@id": text });
const clock = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/);
const weekday = z.enum([
  "Monday",
  "Tuesday",
  "Wednesday",
  "Thursday",
  "Friday",
  "Saturday",
  "Sunday",
]);

const address = z.strictObject({
  "@type": z.literal("PostalAddress"),
  streetAddress: text,
  addressLocality: text,
  addressCountry: isoCountry,
});

const hours = z.strictObject({
  "@type": z.literal("OpeningHoursSpecification"),
  dayOfWeek: z.array(weekday).min(1),
  opens: clock,
  closes: clock,
});

const house = z.strictObject({
  "@type": z.tuple([z.literal("Organization"), z.literal("ClothingStore")]),
  "@id": web,
  name: text,
  url: web,
  description: text.optional(),
  logo: web,
  image: web,
  email: z.email(),
  telephone: text,
  address,
  openingHoursSpecification: z.array(hours).min(1),
});

const houseStub = z.strictObject({
  "@type": z.literal("Organization"),
  "@id": web,
  name: text,
  url: web,
});

const website = z.strictObject({
  "@type": z.literal("WebSite"),
  "@id": web,
  name: text,
  url: web,
  inLanguage: z.literal("en"),
  publisher: reference,
  potentialAction: z.strictObject({
    "@type": z.literal("SearchAction"),
    target: z.strictObject({
      "@type": z.literal("EntryPoint"),
      urlTemplate: z.string().includes("{search_term_string}"),
    }),
    "query-input": z.literal("required name=search_term_string"),
  }),
});

const numbered = <Item extends z.ZodType>(item: Item, first: number | null) =>
  z.array(item).superRefine((items, issue) => {
    const positions = items.map((each) => (each as { position: number }).position);
    const start = first ?? positions[0] ?? 1;
    positions.forEach((position, index) => {
      if (position !== start + index)
        issue.addIssue({ code: "custom", message: `position ${position} at ${index}` });
    });
  });

const breadcrumbs = z.strictObject({
  "@type": z.literal("BreadcrumbList"),
  itemListElement: numbered(
    z.strictObject({
      "@type": z.literal("ListItem"),
      position: z.int().min(1),
      name: text,
      item: web,
    }),
    1,
  ).min(2),
});

const listing = z.strictObject({
  "@type": z.literal("CollectionPage"),
  "@id": web,
  url: web,
  name: text,
  description: text,
  mainEntity: z.strictObject({
    "@type": z.literal("ItemList"),
    numberOfItems: z.int().min(0),
    itemListElement: numbered(
      z.strictObject({
        "@type": z.literal("ListItem"),
        position: z.int().min(1),
        name: text,
        url: web,
      }),
      null,
    ),
  }),
});

const questions = z.strictObject({
  "@type": z.literal("FAQPage"),
  mainEntity: z
    .array(
      z.strictObject({
        "@type": z.literal("Question"),
        name: text,
        acceptedAnswer: z.strictObject({ "@type": z.literal("Answer"), text }),
      }),
    )
    .min(1),
});

const days = z
  .strictObject({
    "@type": z.literal("QuantitativeValue"),
    minValue: z.int().min(0),
    maxValue: z.int().min(0),
    unitCode: z.literal("DAY"),
  })
  .refine(({ minValue, maxValue }) => minValue <= maxValue);

const shipping = z.strictObject({
  "@type": z.literal("OfferShippingDetails"),
  "@id": text,
  shippingLabel: text,
  shippingRate: z.strictObject({ "@type": z.literal("MonetaryAmount"), value: amount, currency }),
  shippingDestination: z
    .array(z.strictObject({ "@type": z.literal("DefinedRegion"), addressCountry: isoCountry }))
    .min(1),
  deliveryTime: z.strictObject({
    "@type": z.literal("ShippingDeliveryTime"),
    businessDays: hours.omit({ opens: true, closes: true }),
    handlingTime: days,
    transitTime: days,
  }),
});

const policy = z.object({
  "@type": z.literal("MerchantReturnPolicy"),
  "@id": text,
  applicableCountry: z.array(isoCountry).min(1).max(50),
  merchantReturnLink: web,
});
const returns = z.discriminatedUnion("returnPolicyCategory", [
  policy.extend({ returnPolicyCategory: of("MerchantReturnNotPermitted") }).strict(),
  policy
    .extend({
      returnPolicyCategory: of("MerchantReturnFiniteReturnWindow"),
      merchantReturnDays: z.literal(30),
      returnMethod: of("ReturnByMail"),
      returnFees: of("ReturnFeesCustomerResponsibility"),
      itemDefectReturnFees: of("FreeReturn"),
      refundType: z.array(z.union([of("FullRefund"), of("StoreCreditRefund")])).min(1),
    })
    .strict(),
]);

const offer = z.strictObject({
  "@type": z.literal("Offer"),
  url: web,
  price: amount,
  priceCurrency: currency,
  availability: z.union([of("InStock"), of("MadeToOrder"), of("OutOfStock")]),
  itemCondition: of("NewCondition"),
  seller: reference,
  shippingDetails: z.array(reference),
  hasMerchantReturnPolicy: reference,
});

const about = {
  name: text,
  url: web,
  description: text,
  image: z.array(web),
  brand: z.strictObject({ "@type": z.literal("Brand"), name: text }),
  category: text.optional(),
  material: text.optional(),
  audience: z.strictObject({
    "@type": z.literal("PeopleAudience"),
    suggestedGender: z.enum(["female", "male", "unisex"]),
    suggestedMinAge: z.int(),
  }),
};

const product = z.strictObject({
  "@type": z.literal("Product"),
  ...about,
  sku: text,
  size: text.optional(),
  color: text.optional(),
  offers: offer,
});

const variant = z.strictObject({
  "@type": z.literal("Product"),
  name: text,
  sku: text,
  size: text,
  color: text.optional(),
  image: web.optional(),
  offers: offer,
});

const group = z.strictObject({
  "@type": z.literal("ProductGroup"),
  ...about,
  productGroupID: text,
  variesBy: z.array(z.union([of("size"), of("color")])).min(1),
  hasVariant: z.array(variant).min(2),
});

const schemas = {
  Organization: houseStub,
  ClothingStore: house,
  WebSite: website,
  BreadcrumbList: breadcrumbs,
  CollectionPage: listing,
  FAQPage: questions,
  OfferShippingDetails: shipping,
  MerchantReturnPolicy: returns,
  Product: product,
  ProductGroup: group,
} as const;

const graphSchema = z.object({
  "@context": z.literal("https://schema.org"),
  "@graph": z.array(z.record(z.string(), z.unknown())).min(1),
});

const typesOf = (node: Record<string, unknown>) => [node["@type"]].flat().map(String);

function referencesIn(value: unknown): string[] {
  if (typeof value !== "object" || value === null) return [];
  const keys = Object.keys(value);
  if (keys.length === 1 && "@id" in value) return [String(value["@id"])];
  return Object.values(value).flatMap(referencesIn);
}

/** Faults of a page's structured data. */
export function structuredDataFaults(data: unknown): string[] {
  const whole = graphSchema.safeParse(data);
  if (!whole.success) return [z.prettifyError(whole.error)];
  const graph = whole.data["@graph"];
  const faults = graph.flatMap((node) => {
    const type = typesOf(node).at(-1) ?? "";
    const schema = schemas[type as keyof typeof schemas];
    if (!schema) return [`no rules for ${type}`];
    const checked = schema.safeParse(node);
    return checked.success ? [] : [`${type}: ${z.prettifyError(checked.error)}`];
  });
  const named = new Set(graph.map((node) => node["@id"]));
  const dangling = referencesIn(graph).filter((id) => !named.has(id));
  return [...faults, ...new Set(dangling.map((id) => `nothing is called ${id}`))];
}

export function thingTypes(data: unknown): string[] {
  return graphSchema.parse(data)["@graph"].map((node) => typesOf(node).at(-1) ?? "");
}
