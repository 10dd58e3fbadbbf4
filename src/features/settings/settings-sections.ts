import { z } from "zod";

/** A list with `isFixed` has the same items; others can grow, shrink and be reordered. */
export type SettingControl =
  | { kind: "text"; type?: "email" | "tel"; isRequired?: boolean; spellCheck?: false }
  | { kind: "textarea" }
  | { kind: "switch" }
  /** `scale` is stored units per entered unit: 100 for dollars. */
  | { kind: "number"; scale: number }
  | { kind: "choices"; options: readonly string[] }
  | { kind: "image" }
  | { kind: "list"; fields: Readonly<Record<string, ListField>>; isFixed?: boolean };

/** A field's control, validation, default, labels, help and search terms. */
export type SettingField<Schema extends z.ZodType = z.ZodType> = {
  label: string;
  control: SettingControl;
  /** Validates the stored value; messages appear at the field. */
  schema: Schema;
  /** Until the owner saves a value. With null, an empty field is stored as null. */
  default: z.output<Schema>;
  hint?: string;
  /** Adds "(optional)" to the label. */
  optional?: boolean;
  /** Half a row wide. */
  isHalf?: boolean;
  /** Search terms for the command palette. */
  keywords?: string;
  /** The control that the command palette focuses, if not the field. */
  focus?: string;
};

/** A field of list items; `appliesTo` selects the items. */
type ListField = Pick<SettingField, "label" | "control" | "optional"> & {
  appliesTo?: (item: Record<string, unknown>) => boolean;
};

/** Four tabs of specification 2, and those of decisions C6, S12 and S16. */
export const SETTINGS_TABS = [
  { value: "general", label: "General" },
  { value: "footer", label: "Footer" },
  { value: "integrations", label: "Integrations" },
  { value: "seo", label: "SEO" },
  { value: "shipping", label: "Shipping" },
  { value: "transfers", label: "Bank transfer" },
  { value: "notices", label: "Announcement and cart" },
] as const;

/** As in /admin?tab=settings&part=footer. */
export type SettingsTab = (typeof SETTINGS_TABS)[number]["value"];

type Fields = Readonly<Record<string, SettingField>>;
type SchemaOf<F extends Fields> = z.ZodObject<{ [Name in keyof F]: F[Name]["schema"] }>;

/** A section, stored as one row of site_settings with its version. */
export type SettingsSection<F extends Fields = Fields> = {
  /** For Activity. */
  label: string;
  tab: SettingsTab;
  /** On a tab that shows other things too. */
  heading: string | null;
  /** Needed by every storefront page. */
  isOnEveryPage: boolean;
  fields: F;
  /** Validates fields separately. */
  fieldsSchema: SchemaOf<F>;
  /** Validates the saved section. */
  schema: z.ZodType<z.output<SchemaOf<F>>>;
};

function section<F extends Fields>(described: {
  label: string;
  tab: SettingsTab;
  heading?: string;
  isOnEveryPage?: boolean;
  fields: F;
  /** Rules over several fields. */
  refine?: (schema: SchemaOf<F>) => z.ZodType<z.output<SchemaOf<F>>>;
}): SettingsSection<F> {
  const { label, tab, heading = null, isOnEveryPage = false, fields, refine } = described;
  const shape = Object.entries(fields).map(([name, { schema }]) => [name, schema]);
  const fieldsSchema = z.object(Object.fromEntries(shape)) as unknown as SchemaOf<F>;
  const schema = refine ? refine(fieldsSchema) : fieldsSchema;
  return { label, tab, heading, isOnEveryPage, fields, fieldsSchema, schema };
}

const field = <Schema extends z.ZodType>(described: SettingField<Schema>) => described;

const line = (max: number, name = "This") =>
  z.string().trim().max(max, `${name} may have ${max} characters at most.`);
const price = z
  .number("Please enter an amount.")
  .int()
  .nonnegative("An amount cannot be negative.");
const days = z.number("Please enter days as a number.").int().min(0).max(90, "90 days at most.");
const countryCode = z.string().regex(/^[A-Z]{2}$/);

/** A page of the shop or an https URL, never a script (`/\\` would lead to another site). */
const linkUrl = line(500, "A URL").regex(
  /^(?:\/(?![/\\])|https:\/\/[^\s/])\S*$/i,
  "Please enter a page of the shop, such as /about, or an address that begins with https://",
);

const verification = line(120, "A verification code").regex(
  /^[\w.=+/-]*$/,
  "Please enter the code alone: letters and digits, without the tag around it.",
);

/** Payment logos in the cart (decision S16). */
export const CARD_LOGOS = ["Visa", "Mastercard", "Amex", "PayPal"] as const;

/**
 * Prices are minor units; free for a subtotal above `freeOverMinor`. `onlyCountries` null means all but
 * `exceptCountries`. Orders before the full hour `beforeHour` in Georgetown ship that day (specification 9: 2 PM).
 */
const shippingMethod = z.object({
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

export type ShippingMethod = z.infer<typeof shippingMethod>;

const GUYANA = ["GY"];
const takesDays: ListField["appliesTo"] = ({ beforeHour }) => beforeHour === null;
const takesHour: ListField["appliesTo"] = ({ beforeHour }) => beforeHour !== null;
const amount = { kind: "number", scale: 100 } as const;
const count = { kind: "number", scale: 1 } as const;

const dayCount = (label: string, initial: number) =>
  field({ label, control: count, schema: days, default: initial, isHalf: true });

/** Times and rates of specification 2 (Shipping) and 9; other rates are starting values. */
const defaultMethod = (method: Partial<ShippingMethod> & Pick<ShippingMethod, "id" | "label">) => ({
  estimate: "",
  minBusinessDays: 0,
  maxBusinessDays: 0,
  priceMinor: 0,
  freeOverMinor: null,
  onlyCountries: GUYANA,
  exceptCountries: [],
  beforeHour: null,
  enabled: true,
  ...method,
});

/**
 * All sections. Validation, defaults, forms, log, command palette and storage derive from this: a new field is one
 * entry, a new section one more with its tab. The provider's keys are secrets and stored separately.
 */
export const SETTINGS_SECTIONS = {
  // Name and contact (specification 3). The default address and number are fictitious.
  general: section({
    label: "General",
    tab: "general",
    isOnEveryPage: true,
    fields: {
      siteName: field({
        label: "Site Name",
        control: { kind: "text", isRequired: true },
        schema: line(80, "The site name").min(1, "Site name is required"),
        default: "Demerara Atelier",
        keywords: "shop title",
      }),
      siteDescription: field({
        label: "Site Description",
        control: { kind: "textarea" },
        schema: line(300, "The description"),
        default:
          "Made-to-measure fashion from Georgetown, Guyana: cut to your measurements, sewn by hand and sent worldwide.",
        optional: true,
        hint: "Stands in the footer, and under the shop's name where it is found.",
      }),
      contactEmail: field({
        label: "Contact Email",
        control: { kind: "text", type: "email", isRequired: true },
        schema: z.string().trim().pipe(z.email("Please enter a valid email address")),
        default: "atelier@demerara.example",
        isHalf: true,
        keywords: "mail",
      }),
      contactPhone: field({
        label: "Contact Phone",
        control: { kind: "text", type: "tel" },
        schema: line(40, "The phone number"),
        default: "+592 555 0142",
        optional: true,
        isHalf: true,
        keywords: "telephone",
      }),
      address: field({
        label: "Business Address",
        control: { kind: "text" },
        schema: line(200, "The address"),
        default: "27½ Water Street, Georgetown, Guyana",
        optional: true,
        hint: "Street, town, country",
      }),
    },
  }),
  // The owner's links beside the fixed ones (specification 2).
  footer: section({
    label: "Footer",
    tab: "footer",
    isOnEveryPage: true,
    fields: {
      links: field({
        label: "Footer links",
        control: {
          kind: "list",
          fields: {
            text: { label: "Text", control: { kind: "text" } },
            url: { label: "URL", control: { kind: "text", spellCheck: false } },
          },
        },
        schema: z
          .array(
            z.object({ text: line(60, "A link's text").min(1, "Text is required"), url: linkUrl }),
          )
          .max(20, "The footer holds 20 links at most."),
        default: [
          { text: "Lounge Wear", url: "/collections/lounge-wear" },
          { text: "Accessories", url: "/collections/accessories" },
        ],
        keywords: "bottom menu",
        focus: "footer.links[0].text",
      }),
    },
  }),
  announcement: section({
    label: "Announcement",
    tab: "notices",
    isOnEveryPage: true,
    fields: {
      text: field({
        label: "Announcement",
        control: { kind: "text" },
        schema: line(200, "The announcement").nullable(),
        default: null,
        optional: true,
        hint: "One line above every page of the shop. Shoppers may dismiss it; new words show again.",
        keywords: "banner bar notice closed",
      }),
    },
  }),
  // Text and logos below the cart (decisions S12 and S16).
  cart: section({
    label: "Cart",
    tab: "notices",
    isOnEveryPage: true,
    fields: {
      footerText: field({
        label: "Text under the cart",
        control: { kind: "text" },
        schema: line(160, "The text"),
        default: "Free AI-Fit Remeasurements + 365-Day Returns",
        optional: true,
        hint: "What you promise here is what shoppers will hold you to: see the Returns page.",
        keywords: "returns",
      }),
      cardLogos: field({
        label: "Ways to pay, shown under the cart",
        control: { kind: "choices", options: CARD_LOGOS },
        schema: z.array(z.enum(CARD_LOGOS)).max(CARD_LOGOS.length),
        default: [...CARD_LOGOS],
        keywords: "visa mastercard amex paypal logos",
      }),
    },
  }),
  // For search engines and messengers (decision D6). An empty description uses the site's.
  seo: section({
    label: "Search engines",
    tab: "seo",
    isOnEveryPage: true,
    fields: {
      titlePattern: field({
        label: "Title pattern",
        control: { kind: "text", spellCheck: false },
        schema: line(80, "The title pattern").regex(
          /\{page\}/,
          "The title pattern needs {page}, where the page's name stands.",
        ),
        default: "{page} | {site}",
        hint: "{page} stands for the page's name, {site} for the shop's",
        keywords: "google search",
      }),
      description: field({
        label: "Description",
        control: { kind: "textarea" },
        schema: line(300, "The description"),
        default: "",
        optional: true,
        hint: "For pages without one of their own; empty, the site's description stands in.",
        keywords: "google search",
      }),
      socialImageId: field({
        label: "Social image",
        control: { kind: "image" },
        schema: z.uuid().toLowerCase().nullable(),
        default: null,
        keywords: "sharing card picture",
      }),
      indexing: field({
        label: "Search engines may show the shop",
        control: { kind: "switch" },
        schema: z.boolean(),
        default: true,
        hint: "Off, every page and robots.txt ask them to stay away.",
        keywords: "google indexing robots",
      }),
      googleVerification: field({
        label: "Google verification code",
        control: { kind: "text", spellCheck: false },
        schema: verification,
        default: "",
        optional: true,
        isHalf: true,
        hint: "What stands in content=… of Google's tag.",
      }),
      bingVerification: field({
        label: "Bing verification code",
        control: { kind: "text", spellCheck: false },
        schema: verification,
        default: "",
        optional: true,
        isHalf: true,
        hint: "What stands in content=… of Bing's tag.",
      }),
    },
  }),
  // Shipping methods and rates, and whether the provider adds taxes (decision C6).
  shipping: section({
    label: "Shipping",
    tab: "shipping",
    fields: {
      methods: field({
        label: "Shipping rates",
        control: {
          kind: "list",
          isFixed: true,
          fields: {
            enabled: { label: "On", control: { kind: "switch" } },
            label: { label: "Name", control: { kind: "text" } },
            priceMinor: { label: "Rate ($)", control: amount },
            freeOverMinor: { label: "Free over ($)", control: amount, optional: true },
            minBusinessDays: { label: "Minimum days", control: count, appliesTo: takesDays },
            maxBusinessDays: { label: "Maximum days", control: count, appliesTo: takesDays },
            beforeHour: { label: "Before hour (1-23)", control: count, appliesTo: takesHour },
          },
        },
        schema: z.array(shippingMethod).min(1).max(12),
        default: [
          defaultMethod({
            id: "standard",
            label: "Standard",
            estimate: "5-7 business days",
            minBusinessDays: 5,
            maxBusinessDays: 7,
            priceMinor: 1500,
            freeOverMinor: 20_000,
          }),
          defaultMethod({
            id: "express",
            label: "Express",
            estimate: "2-3 business days",
            minBusinessDays: 2,
            maxBusinessDays: 3,
            priceMinor: 2500,
          }),
          defaultMethod({
            id: "georgetown-same-day",
            label: "Georgetown same-day",
            estimate: "Same day for orders before 2 PM",
            priceMinor: 1000,
            beforeHour: 14,
          }),
          defaultMethod({
            id: "international",
            label: "International",
            estimate: "7-21 business days",
            minBusinessDays: 7,
            maxBusinessDays: 21,
            priceMinor: 4500,
            onlyCountries: null,
            exceptCountries: GUYANA,
          }),
        ],
        keywords: "delivery price parcel free over days",
        focus: "shipping.methods[0].priceMinor",
      }),
      processingMinDays: dayCount("Processing takes at least (business days)", 1),
      processingMaxDays: dayCount("Processing takes at most (business days)", 2),
      madeToMeasureMinDays: dayCount("Made-to-measure adds at least (days)", 7),
      madeToMeasureMaxDays: dayCount("Made-to-measure adds at most (days)", 14),
      duties: field({
        label: "Duties and import taxes",
        control: { kind: "text" },
        schema: line(200, "The text on duties"),
        default:
          "Duties and import taxes are not included: your customs office may charge them on delivery.",
        hint: "Shown beside the delivery dates in every country but those below. Empty says nothing.",
        keywords: "customs import tax abroad",
      }),
      dutyFreeCountries: field({
        label: "Countries without duties",
        control: { kind: "text", spellCheck: false },
        schema: z
          .string()
          .trim()
          .toUpperCase()
          .max(300)
          .regex(
            /^(?:[A-Z]{2}(?:[\s,]+[A-Z]{2})*)?$/,
            "Please enter two-letter country codes with commas, such as GY, TT.",
          ),
        default: "GY",
        hint: "Two-letter country codes with commas, such as GY, TT.",
        keywords: "customs",
      }),
      automaticTax: field({
        label: "Taxes worked out by Stripe",
        control: { kind: "switch" },
        schema: z.boolean(),
        default: false,
        hint: "On the payment page, by the customer's address. Switch Stripe Tax on in the Stripe dashboard first and enter where you are registered: without that, no payment page opens.",
      }),
    },
    refine: (schema) =>
      schema
        .refine((days) => days.processingMinDays <= days.processingMaxDays, {
          message: "At most is fewer days than at least.",
          path: ["processingMaxDays"],
        })
        .refine((days) => days.madeToMeasureMinDays <= days.madeToMeasureMaxDays, {
          message: "At most is fewer days than at least.",
          path: ["madeToMeasureMaxDays"],
        })
        .refine(({ methods }) => new Set(methods.map(({ id }) => id)).size === methods.length, {
          message: "Two ways of shipping have the same id.",
          path: ["methods"],
        })
        .refine(({ methods }) => methods.some(({ enabled }) => enabled), {
          message: "At least one way of shipping must be on: without one, nobody can order.",
          path: ["methods"],
        }),
  }),
  // A way to pay beside the provider's page; the owner marks such orders as paid.
  bankTransfer: section({
    label: "Bank transfer",
    tab: "transfers",
    fields: {
      enabled: field({
        label: "Customers may pay by bank transfer",
        control: { kind: "switch" },
        schema: z.boolean(),
        default: false,
        hint: "You mark the order as paid when the money is in your account.",
        keywords: "payment method wire",
      }),
      instructions: field({
        label: "Bank and account",
        control: { kind: "textarea" },
        schema: line(500, "The instructions"),
        default: "",
        hint: "Customers read it on their order and by email, with the total and their order's number as the reference.",
        keywords: "payment instructions iban",
      }),
      holdDays: field({
        label: "Days the pieces are kept",
        control: count,
        schema: z
          .number("Please enter days as a number.")
          .int()
          .min(1, "At least one day.")
          .max(30, "30 days at most."),
        default: 7,
        hint: "An order that is not paid by then ends, and its pieces are free again.",
        keywords: "reservation",
      }),
    },
    refine: (schema) =>
      schema.refine(({ enabled, instructions }) => !enabled || instructions !== "", {
        message: "Customers need to know where to transfer the money.",
        path: ["instructions"],
      }),
  }),
} as const;

/** For the command palette and the form. */
export const STRIPE_KEY_FIELDS = {
  publishableKey: { label: "Publishable Key", keywords: "stripe payment card" },
  secretKey: { label: "Secret Key", keywords: "stripe payment card" },
} as const;

/** Also the name of its row. */
export type SectionName = keyof typeof SETTINGS_SECTIONS;

/** In the order in which a save locks the rows. */
export const SECTION_NAMES = Object.keys(SETTINGS_SECTIONS) as readonly SectionName[];

export type SectionValues = {
  [Name in SectionName]: z.output<(typeof SETTINGS_SECTIONS)[Name]["fieldsSchema"]>;
};

export type ShippingSettings = SectionValues["shipping"];

/** The version of an unsaved row. */
export const NEVER_SAVED = 0;

/** Sections to save, with the versions they were edited from. */
export type SettingsInput = {
  [Name in SectionName]?: { version: number; value: SectionValues[Name] } | undefined;
};

/** A value for each section. */
export function eachSection<Value>(
  value: (name: SectionName) => Value,
): Record<SectionName, Value> {
  return Object.fromEntries(SECTION_NAMES.map((name) => [name, value(name)])) as Record<
    SectionName,
    Value
  >;
}

const defaultsOf = ({ fields }: SettingsSection) =>
  Object.fromEntries(Object.entries(fields).map(([name, { default: value }]) => [name, value]));

export const SETTINGS_DEFAULTS = eachSection((name) =>
  defaultsOf(SETTINGS_SECTIONS[name]),
) as unknown as SectionValues;

/**
 * Reads a stored setting by field; missing or invalid fields use their defaults, so that no stored value breaks a
 * page.
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

/** Reads a section's row; null is an unsaved one. */
export function readSection<Name extends SectionName>(
  name: Name,
  stored: unknown,
): SectionValues[Name] {
  const { fieldsSchema } = SETTINGS_SECTIONS[name] as SettingsSection;
  return readSetting(fieldsSchema, stored, SETTINGS_DEFAULTS[name]) as SectionValues[Name];
}

/** The sections of a tab. */
export function sectionsOf(tab: SettingsTab): SectionName[] {
  return SECTION_NAMES.filter((name) => SETTINGS_SECTIONS[name].tab === tab);
}

/** The tab in a URL; General by default. */
export function readSettingsTab(params: URLSearchParams): SettingsTab {
  const named = params.get("part");
  return SETTINGS_TABS.find(({ value }) => value === named)?.value ?? "general";
}

/** A tab's query. */
export function settingsQuery(tab: SettingsTab): string {
  return tab === "general" ? "?tab=settings" : `?tab=settings&part=${tab}`;
}

/** Activity's name for a settings row. */
export function settingsLabel(settingName: string): string {
  if (settingName === "integrations") return "Payment provider";
  const name = SECTION_NAMES.find((each) => each === settingName);
  return name ? SETTINGS_SECTIONS[name].label : settingName;
}
