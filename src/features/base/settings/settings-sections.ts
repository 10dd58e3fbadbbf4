import { z } from "zod";
import { isSameContent } from "#core/canonical-json.ts";
import { shownEmail } from "#core/shown-email.ts";
import { requiredEmail } from "#core/text-schema.ts";
import { alterationsSection } from "./alterations-section.ts";
import { bankTransferSection } from "./bank-transfer-section.ts";
import { madeToMeasurePageSection } from "./made-to-measure-page-section.ts";
import { privacySection } from "./privacy-section.ts";
import { securitySection } from "./security-section.ts";
import type { SettingField, SettingsSection, SettingsTab } from "./setting-description.ts";
import { field, line, SETTINGS_TABS, section } from "./setting-description.ts";
import { shippingSection } from "./shipping-section.ts";

/** A path or https URL (`/\\` would leave the site). */
const linkUrl = line(500, "A URL").regex(
  /^(?:\/(?![/\\])|https:\/\/[^\s/])\S*$/i,
  "Please enter a page of the shop, such as /about, or an address that begins with https://",
);

const verification = line(120, "A verification code").regex(
  /^[\w.=+/-]*$/,
  "Please enter the code alone: letters and digits, without the tag around it.",
);

/** The footer shows these logos (decision S16). */
const CARD_LOGOS = ["Visa", "Mastercard", "Amex", "PayPal"] as const;

/**
 * Validation, defaults, forms, log, palette and storage derive from all sections. A new field is one entry.
 * Provider keys are stored apart.
 */
export const SETTINGS_SECTIONS = {
  // Specification 3; address and number are fictitious.
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
        schema: requiredEmail("Contact Email").transform(shownEmail),
        default: "atelier@demerara.example",
        isHalf: true,
        isProtected: true,
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
  // The owner's links stand beside the fixed ones (specification 2).
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
  // The cart's offers follow decisions S12 and S16.
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
  // Decision D6 lists these fields. An empty description uses the site's.
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
  shipping: shippingSection,
  bankTransfer: bankTransferSection,
  security: securitySection,
  alterations: alterationsSection,
  madeToMeasurePage: madeToMeasurePageSection,
  privacy: privacySection,
  // Tax offices require these fields.
  invoices: section({
    label: "Invoices",
    tab: "invoices",
    fields: {
      taxNumber: field({
        label: "Your tax number",
        control: { kind: "text", spellCheck: false },
        schema: line(60, "The tax number"),
        default: "",
        optional: true,
        hint: "Your TIN or VAT number. It stands on every invoice and credit note from the next one on.",
        keywords: "vat tin document",
      }),
      noTaxReason: field({
        label: "Reason when no tax is charged",
        control: { kind: "text" },
        schema: line(200, "The reason"),
        default: "No tax is charged on this sale.",
        optional: true,
        hint: "Such as an exemption or zero-rated exports. Your tax office knows the words it wants.",
        keywords: "vat exempt zero rated",
      }),
    },
  }),
} as const;

export const STRIPE_KEY_FIELDS = {
  publishableKey: { label: "Publishable Key", keywords: "stripe payment card" },
  secretKey: { label: "Secret Key", keywords: "stripe payment card" },
} as const;

/** Also the name of its row. */
export type SectionName = keyof typeof SETTINGS_SECTIONS;

/** A save locks the rows in this order. */
export const SECTION_NAMES = Object.keys(SETTINGS_SECTIONS) as readonly SectionName[];

export type SectionValues = {
  [Name in SectionName]: z.output<(typeof SETTINGS_SECTIONS)[Name]["fieldsSchema"]>;
};

export type ShippingSettings = SectionValues["shipping"];

export const NEVER_SAVED = 0;

/** `versions` are those that were edited. */
export type SettingsInput = {
  [Name in SectionName]?: { version: number; value: SectionValues[Name] } | undefined;
};

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

/** Reads a stored setting; missing or invalid fields use defaults, so that no value breaks a page. */
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

/**
 * A record of a section as an earlier version stored it, with the defaults of the fields that were added since, so that it can be
 * restored. What it has is not checked; null for what is no record.
 */
export function completeSection(
  name: SectionName,
  stored: unknown,
): Readonly<Record<string, unknown>> | null {
  const given = z.record(z.string(), z.unknown()).safeParse(stored);
  return given.success ? { ...SETTINGS_DEFAULTS[name], ...given.data } : null;
}

/** Null is an unsaved row. */
export function readSection<Name extends SectionName>(
  name: Name,
  stored: unknown,
): SectionValues[Name] {
  const { fieldsSchema } = SETTINGS_SECTIONS[name] as SettingsSection;
  return readSetting(fieldsSchema, stored, SETTINGS_DEFAULTS[name]) as SectionValues[Name];
}

/** Whether a change of a section touches a field that needs a confirmed session. */
export function changesProtectedField(
  name: SectionName,
  before: Readonly<Record<string, unknown>>,
  after: Readonly<Record<string, unknown>>,
): boolean {
  return Object.entries<SettingField>(SETTINGS_SECTIONS[name].fields).some(
    ([field, { isProtected = false }]) =>
      isProtected && !isSameContent(before[field], after[field]),
  );
}

export function sectionsOf(tab: SettingsTab): SectionName[] {
  return SECTION_NAMES.filter((name) => SETTINGS_SECTIONS[name].tab === tab);
}

/** General is the default. */
export function readSettingsTab(params: URLSearchParams): SettingsTab {
  const named = params.get("part");
  return SETTINGS_TABS.find(({ value }) => value === named)?.value ?? "general";
}

export function settingsQuery(tab: SettingsTab): string {
  return tab === "general" ? "?tab=settings" : `?tab=settings&part=${tab}`;
}

/** Returns Activity's name for a settings row. */
export function settingsLabel(settingName: string): string {
  if (settingName === "integrations") return "Payment provider";
  const name = SECTION_NAMES.find((each) => each === settingName);
  return name ? SETTINGS_SECTIONS[name].label : settingName;
}

/** Returns Activity's name for a field, or null. */
export function settingFieldLabel(settingName: string, field: string): string | null {
  const name = SECTION_NAMES.find((each) => each === settingName);
  if (!name) return null;
  const fields = Object.entries<SettingField>(SETTINGS_SECTIONS[name].fields);
  const ofLists = fields.flatMap(([, { control }]) =>
    control.kind === "list" ? Object.entries(control.fields) : [],
  );
  return [...fields, ...ofLists].find(([each]) => each === field)?.[1].label ?? null;
}
