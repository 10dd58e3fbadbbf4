import { z } from "zod";

const line = (max: number, name = "This") =>
  z.string().trim().max(max, `${name} may have ${max} characters at most.`);
const price = z
  .number("Please enter an amount.")
  .int()
  .nonnegative("An amount cannot be negative.");
const countryCode = z.string().regex(/^[A-Z]{2}$/);

/** Addresses a footer link may have: a page of the shop or a secure page elsewhere; never a script (`/\\` would lead to another site). */
const linkUrl = line(500, "A URL").regex(
  /^(?:\/(?![/\\])|https:\/\/[^\s/])\S*$/i,
  "Please enter a page of the shop, such as /about, or an address that begins with https://",
);

/** What the shop is called and where it is reached (specification 3; the address is shown on the contact page). */
export const generalSettingsSchema = z.object({
  siteName: line(80, "The site name").min(1, "Site name is required"),
  siteDescription: line(300, "The description"),
  contactEmail: z.string().trim().pipe(z.email("Please enter a valid email address")),
  contactPhone: line(40, "The phone number"),
  address: line(200, "The address"),
});

/** The owner's own links in the footer, beside the fixed customer service links (specification 2). */
export const footerSettingsSchema = z.object({
  links: z
    .array(z.object({ text: line(60, "A link's text").min(1, "Text is required"), url: linkUrl }))
    .max(20, "The footer holds 20 links at most."),
});

/** Ways to pay that the cart can draw a logo for (decision S16). */
export const CARD_LOGOS = ["Visa", "Mastercard", "Amex", "PayPal"] as const;

/** The words and logos under the cart (decisions S12 and S16). */
export const cartSettingsSchema = z.object({
  footerText: line(160, "The text"),
  cardLogos: z.array(z.enum(CARD_LOGOS)).max(CARD_LOGOS.length),
});

/** One line above the header, or null for none. */
export const announcementSettingsSchema = z.object({
  text: line(200, "The announcement").nullable(),
});

const verification = line(120, "A verification code").regex(
  /^[\w.=+/-]*$/,
  "Please enter the code alone: letters and digits, without the tag around it.",
);

/**
 * What search engines and messengers are told (decision D6). In the title pattern `{page}` stands for a page's name and `{site}` for the
 * shop's; an empty description means the site's; the social image is a picture of the Media Library.
 */
export const seoSettingsSchema = z.object({
  titlePattern: line(80, "The title pattern").regex(
    /\{page\}/,
    "The title pattern needs {page}, where the page's name stands.",
  ),
  description: line(300, "The description"),
  socialImageId: z.uuid().toLowerCase().nullable(),
  indexing: z.boolean(),
  googleVerification: verification,
  bingVerification: verification,
});

const days = z.number("Please enter days as a number.").int().min(0).max(90, "90 days at most.");

/**
 * A way to send a parcel. Prices are minor units of the shop's currency; `freeOverMinor` makes it free for a subtotal above that
 * amount. `onlyCountries` null means every country but `exceptCountries`. `beforeHour` is the full hour in Georgetown before
 * which an order must be placed on the day (specification 9: 2 PM), or null.
 */
export const shippingMethodSchema = z.object({
  id: z
    .string()
    .regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/)
    .max(40),
  label: line(60, "A name").min(1, "Name is required"),
  estimate: line(80),
  minBusinessDays: days,
  maxBusinessDays: days,
  priceMinor: price,
  freeOverMinor: price.nullable(),
  onlyCountries: z.array(countryCode).nullable(),
  exceptCountries: z.array(countryCode),
  beforeHour: z
    .number("Please enter a full hour from 1 to 23.")
    .int()
    .min(1, "A full hour from 1 to 23.")
    .max(23, "A full hour from 1 to 23.")
    .nullable(),
  enabled: z.boolean(),
});

/** The shipping methods of the Shipping page, with rates the owner can change, and whether the provider adds taxes (decision C6). */
export const shippingSettingsSchema = z.object({
  methods: z.array(shippingMethodSchema).min(1).max(12),
  automaticTax: z.boolean(),
});

export type GeneralSettings = z.infer<typeof generalSettingsSchema>;
export type FooterSettings = z.infer<typeof footerSettingsSchema>;
export type CartSettings = z.infer<typeof cartSettingsSchema>;
export type AnnouncementSettings = z.infer<typeof announcementSettingsSchema>;
export type SeoSettings = z.infer<typeof seoSettingsSchema>;
export type ShippingMethod = z.infer<typeof shippingMethodSchema>;
export type ShippingSettings = z.infer<typeof shippingSettingsSchema>;

/**
 * Reads a stored setting field by field: what is missing or no longer valid comes from the defaults, so that one bad field never
 * takes the others with it and no stored value can take a page down.
 */
export function readSetting<Shape extends z.ZodRawShape>(
  schema: z.ZodObject<Shape>,
  stored: unknown,
  defaults: z.infer<z.ZodObject<Shape>>,
): z.infer<z.ZodObject<Shape>> {
  const given = z.record(z.string(), z.unknown()).safeParse(stored);
  if (!given.success) return defaults;
  const valid: Record<string, unknown> = {};
  for (const [field, fieldSchema] of Object.entries(schema.shape)) {
    const parsed = z.safeParse(fieldSchema, given.data[field]);
    if (parsed.success) valid[field] = parsed.data;
  }
  return { ...defaults, ...valid };
}
