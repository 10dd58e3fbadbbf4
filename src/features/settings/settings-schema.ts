import { z } from "zod";

const line = (max: number) => z.string().trim().max(max);
const price = z.number().int().nonnegative();
const countryCode = z.string().regex(/^[A-Z]{2}$/);

/** Addresses a link may have: a page of the shop, a secure page elsewhere, a mail or a telephone number; never a script. */
const linkUrl = line(500).regex(/^(?:\/(?!\/)|https:\/\/|mailto:|tel:|#)/i);

/** What the shop is called and where it is reached (specification 3; the address is shown on the contact page). */
export const generalSettingsSchema = z.object({
  siteName: line(80).min(1),
  siteDescription: line(300),
  contactEmail: z.email(),
  contactPhone: line(40),
  address: line(200),
});

/** The owner's own links in the footer, beside the fixed customer service links (specification 2). */
export const footerSettingsSchema = z.object({
  links: z.array(z.object({ text: line(60).min(1), url: linkUrl })).max(20),
});

/** Ways to pay that the cart can draw a logo for (decision S16). */
export const CARD_LOGOS = ["Visa", "Mastercard", "Amex", "PayPal"] as const;

/** The words and logos under the cart (decisions S12 and S16). */
export const cartSettingsSchema = z.object({
  footerText: line(160),
  cardLogos: z.array(z.enum(CARD_LOGOS)).max(CARD_LOGOS.length),
});

/** One line above the header, or null for none. */
export const announcementSettingsSchema = z.object({ text: line(200).nullable() });

/** Whether search engines may show the shop (decision D6). */
export const seoSettingsSchema = z.object({ indexing: z.boolean() });

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
  label: line(60).min(1),
  estimate: line(80),
  minBusinessDays: z.number().int().min(0).max(90),
  maxBusinessDays: z.number().int().min(0).max(90),
  priceMinor: price,
  freeOverMinor: price.nullable(),
  onlyCountries: z.array(countryCode).nullable(),
  exceptCountries: z.array(countryCode),
  beforeHour: z.number().int().min(1).max(23).nullable(),
  enabled: z.boolean(),
});

/** The shipping methods of the Shipping page, with rates the owner can change (decision C6). */
export const shippingSettingsSchema = z.object({
  methods: z.array(shippingMethodSchema).min(1).max(12),
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
