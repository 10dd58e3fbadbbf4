import type { SettingsPart } from "./settings-url.ts";
import { SETTINGS_PARTS, settingsQuery } from "./settings-url.ts";

type SettingField = {
  part: SettingsPart;
  /** The field's name in the form. */
  name: string;
  label: string;
  /** Other words an owner may look for it by. */
  words?: string;
};

/** The fields of Site Settings by the names they have on the page. */
export const SETTING_FIELDS: readonly SettingField[] = [
  { part: "general", name: "general.siteName", label: "Site Name", words: "shop title" },
  { part: "general", name: "general.siteDescription", label: "Site Description" },
  { part: "general", name: "general.contactEmail", label: "Contact Email", words: "mail" },
  { part: "general", name: "general.contactPhone", label: "Contact Phone", words: "telephone" },
  { part: "general", name: "general.address", label: "Business Address" },
  { part: "footer", name: "footer.links.0.text", label: "Footer links", words: "bottom menu" },
  {
    part: "integrations",
    name: "integrations.publishableKey",
    label: "Publishable Key",
    words: "stripe payment card",
  },
  {
    part: "integrations",
    name: "integrations.secretKey",
    label: "Secret Key",
    words: "stripe payment card",
  },
  { part: "seo", name: "seo.titlePattern", label: "Title pattern", words: "google search" },
  { part: "seo", name: "seo.description", label: "Description", words: "google search" },
  { part: "seo", name: "seo.socialImageId", label: "Social image", words: "sharing card picture" },
  {
    part: "seo",
    name: "seo.indexing",
    label: "Search engines may show the shop",
    words: "google indexing robots",
  },
  { part: "seo", name: "seo.googleVerification", label: "Google verification code" },
  { part: "seo", name: "seo.bingVerification", label: "Bing verification code" },
  {
    part: "shipping",
    name: "shipping.methods.0.priceMinor",
    label: "Shipping rates",
    words: "delivery price parcel free over days",
  },
  {
    part: "notices",
    name: "announcement.text",
    label: "Announcement",
    words: "banner bar notice closed",
  },
  { part: "notices", name: "cart.footerText", label: "Text under the cart", words: "returns" },
  {
    part: "notices",
    name: "cart.cardLogos",
    label: "Ways to pay, shown under the cart",
    words: "visa mastercard amex paypal logos",
  },
];

/** A field's address: its inner tab, and its name after the hash, which takes the focus. */
export function settingPath({ part, name }: SettingField): string {
  return `/admin${settingsQuery(part)}#${name}`;
}

/** What the inner tab of a field is called. */
export function partLabel(part: SettingsPart): string {
  return SETTINGS_PARTS.find(({ value }) => value === part)?.label ?? "";
}
