import type { AdminSettings } from "#features/settings/admin-settings.ts";
import type { SectionValues } from "#features/settings/settings-input.ts";
import { NEVER_SAVED, SECTION_NAMES } from "#features/settings/settings-input.ts";
import type { ShippingMethod } from "#features/settings/settings-schema.ts";
import { CARD_LOGOS } from "#features/settings/settings-schema.ts";
import { readNumber } from "./number-text.ts";
import type { SubmittedKeys } from "./settings-draft.ts";
import type { SettingsPart } from "./settings-url.ts";

/** An inner tab's form as it was posted, laid over what is stored. */
export type PostedSettings = {
  values: SectionValues;
  /** The versions that the form was opened with. */
  versions: AdminSettings["versions"];
  keys: SubmittedKeys;
  keysVersion: number;
  /** Fields whose text is more than their value: a number that is none. */
  typed: Readonly<Record<string, string>>;
  /** The button that was pressed: "save" for Save Settings and the Enter key. */
  wish: string;
};

const textOf = (data: FormData, name: string): string => {
  const value = data.get(name);
  return typeof value === "string" ? value : "";
};

const versionOf = (data: FormData, name: string, otherwise: number): number => {
  const text = textOf(data, `version.${name}`);
  return /^\d{1,9}$/.test(text) ? Number(text) : otherwise;
};

function linksOf(data: FormData): SectionValues["footer"]["links"] {
  const links: SectionValues["footer"]["links"] = [];
  while (data.has(`footer.links.${links.length}.text`)) {
    const name = `footer.links.${links.length}`;
    links.push({ text: textOf(data, `${name}.text`), url: textOf(data, `${name}.url`) });
  }
  return links;
}

/** Numbers of a way of shipping, and how they are typed. */
const NUMBERS = {
  priceMinor: { scale: 100, optional: false },
  freeOverMinor: { scale: 100, optional: true },
  minBusinessDays: { scale: 1, optional: false },
  maxBusinessDays: { scale: 1, optional: false },
  beforeHour: { scale: 1, optional: false },
} as const;

function methodOf(data: FormData, place: number, stored: ShippingMethod): ShippingMethod {
  const name = `shipping.methods.${place}`;
  const numbers = Object.entries(NUMBERS)
    .filter(([field]) => data.has(`${name}.${field}`))
    .map(([field, how]) => [field, readNumber(textOf(data, `${name}.${field}`), how)]);
  return {
    ...stored,
    ...(Object.fromEntries(numbers) as Partial<ShippingMethod>),
    label: textOf(data, `${name}.label`),
    enabled: data.has(`${name}.enabled`),
  };
}

/** What the form of an inner tab says of its own sections. */
const readers: Record<
  SettingsPart,
  (data: FormData, stored: SectionValues) => Partial<SectionValues>
> = {
  general: (data) => ({
    general: {
      siteName: textOf(data, "general.siteName"),
      siteDescription: textOf(data, "general.siteDescription"),
      contactEmail: textOf(data, "general.contactEmail"),
      contactPhone: textOf(data, "general.contactPhone"),
      address: textOf(data, "general.address"),
    },
  }),
  footer: (data) => ({ footer: { links: linksOf(data) } }),
  integrations: () => ({}),
  seo: (data) => ({
    seo: {
      titlePattern: textOf(data, "seo.titlePattern"),
      description: textOf(data, "seo.description"),
      socialImageId: textOf(data, "seo.socialImageId") || null,
      indexing: data.has("seo.indexing"),
      googleVerification: textOf(data, "seo.googleVerification"),
      bingVerification: textOf(data, "seo.bingVerification"),
    },
  }),
  shipping: (data, { shipping }) => ({
    shipping: {
      methods: shipping.methods.map((method, place) => methodOf(data, place, method)),
      automaticTax: data.has("shipping.automaticTax"),
    },
  }),
  notices: (data, { cart }) => ({
    announcement: { text: textOf(data, "announcement.text") || null },
    cart: {
      ...cart,
      footerText: textOf(data, "cart.footerText"),
      cardLogos: CARD_LOGOS.filter((logo) => data.getAll("cart.cardLogos").includes(logo)),
    },
  }),
};

function typedNumbers(data: FormData): Record<string, string> {
  const fields = Object.keys(NUMBERS).join("|");
  const isNumber = new RegExp(`^shipping\\.methods\\.\\d+\\.(?:${fields})$`);
  const texts = [...data].filter(
    ([name, value]) => isNumber.test(name) && typeof value === "string",
  );
  return Object.fromEntries(texts) as Record<string, string>;
}

/** Reads an inner tab's form as a browser without script posts it; what it says is checked afterwards like every other save. */
export function readSettingsForm(
  data: FormData,
  part: SettingsPart,
  stored: AdminSettings,
): PostedSettings {
  const versions = SECTION_NAMES.map((name) => [
    name,
    versionOf(data, name, stored.versions[name]),
  ]);
  return {
    values: { ...stored.values, ...readers[part](data, stored.values) },
    versions: Object.fromEntries(versions) as AdminSettings["versions"],
    keys: {
      publishableKey: data.has("integrations.publishableKey")
        ? textOf(data, "integrations.publishableKey")
        : stored.stripe.publishableKey,
      secretKey: textOf(data, "integrations.secretKey"),
    },
    keysVersion: versionOf(data, "integrations", NEVER_SAVED),
    typed: typedNumbers(data),
    wish: textOf(data, "do") || "save",
  };
}
