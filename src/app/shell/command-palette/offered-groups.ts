import { categoryQuery } from "#app/components/admin/category-url.ts";
import { tabPath } from "#app/components/admin/dashboard-tabs.ts";
import { orderNumber } from "#core/document-number.ts";
import { formatMoney } from "#core/money-amount.ts";
import { mediaQuery, readMediaFilter } from "#features/base/media/media-item.ts";
import type { SettingField, SettingsTab } from "#features/base/settings/setting-description.ts";
import { SETTINGS_TABS } from "#features/base/settings/setting-description.ts";
import {
  SECTION_NAMES,
  SETTINGS_SECTIONS,
  STRIPE_KEY_FIELDS,
  settingsQuery,
} from "#features/base/settings/settings-sections.ts";
import { searchTerms } from "#features/catalog/search/search-text.ts";
import type { AdminSearchResults } from "#features/office/reports/admin-search-results.ts";
import { statusWord } from "#features/orders/order/order.ts";
import { businessAreas, contentAreas } from "../admin-areas.ts";
import type { Choice, ChoiceGroup } from "./choice.ts";
import { CHOICE_KINDS } from "./choice.ts";

type PaletteDestination = Choice & { keywords: string };

const areaTerms: Readonly<Record<string, string>> = {
  categories: "collections kinds groups",
  products: "catalog catalogue pieces items stock prices",
  media: "pictures photos images videos films files",
  "site-images": "hero banner pictures cards presets",
  settings: "configuration options",
  overview: "sales revenue numbers dashboard plot",
  orders: "sales purchases customers",
  inbox: "inquiries messages contact volunteers letters guyana sales answers replies",
  customers: "people accounts guests buyers notes erase privacy",
  outbox: "mails emails messages",
  activity: "log history changes undo restore who",
};

const ACTIONS: readonly PaletteDestination[] = [
  {
    kind: "action",
    label: "New product",
    path: "/admin/products/new",
    keywords: "create add piece item",
  },
  {
    kind: "action",
    label: "Import products",
    detail: "Many at once, from a CSV file",
    path: "/admin/import",
    keywords: "csv spreadsheet excel add",
  },
  {
    kind: "action",
    label: "Upload",
    detail: "Images and videos, to the Media Library",
    path: `${tabPath("media")}#upload`,
    keywords: "add images photos videos files",
  },
  { kind: "action", label: "View shop", path: "/", keywords: "storefront site visit home" },
];

/** Labels match the rail. */
const PAGES: readonly PaletteDestination[] = [...contentAreas, ...businessAreas].map(
  ({ label, path, icon }) => ({ kind: "page", label, path, keywords: areaTerms[icon] ?? "" }),
);

/** The hash names the field that receives the focus. */
function settingDestination(
  tab: SettingsTab,
  name: string,
  { label, keywords = "", focus }: Pick<SettingField, "label" | "keywords" | "focus">,
): PaletteDestination {
  const tabLabel = SETTINGS_TABS.find(({ value }) => value === tab)?.label ?? "";
  return {
    kind: "setting",
    label,
    detail: `Site Settings, ${tabLabel}`,
    path: `/admin${settingsQuery(tab)}#${focus ?? name}`,
    keywords: `${keywords} ${tabLabel}`,
  };
}

/** Labels match the page. */
export const SETTINGS: readonly PaletteDestination[] = [
  ...SETTINGS_TABS.map(({ value, label }) => ({
    kind: "setting" as const,
    label,
    detail: "Site Settings",
    path: `/admin${settingsQuery(value)}`,
    keywords: "settings",
  })),
  ...SECTION_NAMES.flatMap((section) => {
    const { tab, fields } = SETTINGS_SECTIONS[section];
    return Object.entries<SettingField>(fields).map(([name, field]) =>
      settingDestination(tab, `${section}.${name}`, field),
    );
  }),
  ...Object.entries(STRIPE_KEY_FIELDS).map(([name, field]) =>
    settingDestination("integrations", `integrations.${name}`, field),
  ),
];

const DESTINATIONS = [...ACTIONS, ...PAGES, ...SETTINGS];

/** 2 when the label begins with the text, 1 when every word matches. */
function score(
  { label, keywords }: PaletteDestination,
  terms: readonly string[],
  text: string,
): number {
  if (searchTerms(label).join(" ").startsWith(text)) return 2;
  const known = searchTerms(label).concat(keywords.split(" "));
  return terms.every((start) => known.some((word) => word.startsWith(start))) ? 1 : 0;
}

/** Labels that begin with the text come first; empty text finds nothing. */
export function searchDestinations(text: string): PaletteDestination[] {
  const terms = searchTerms(text);
  if (terms.length === 0) return [];
  const scored = DESTINATIONS.map((destination) => ({
    destination,
    score: score(destination, terms, terms.join(" ")),
  }));
  return scored
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score)
    .map(({ destination }) => destination);
}

const titles: Readonly<Record<Choice["kind"], string>> = {
  action: "Actions",
  page: "Pages",
  setting: "Settings",
  product: "Products",
  category: "Categories",
  order: "Orders",
  media: "Media",
};

/** Limits the destinations of a kind before the search results. */
const MAX_DESTINATIONS = 4;

const productsLabel = (count: number) => (count === 1 ? "1 product" : `${count} products`);
const everyMedia = readMediaFilter(new URLSearchParams());

export function foundChoices({
  products,
  categories,
  orders,
  media,
}: AdminSearchResults): Choice[] {
  return [
    ...products.map(({ id, name, categoryName, inStock, price, image }) => ({
      kind: "product" as const,
      path: `/admin/products/edit/${id}`,
      label: name,
      detail: [categoryName, !inStock && "Out of Stock"].filter(Boolean).join(" · "),
      aside: formatMoney(price),
      image,
    })),
    ...categories.map(({ id, name, productCount }) => ({
      kind: "category" as const,
      path: `/admin${categoryQuery(id)}`,
      label: name,
      detail: productsLabel(productCount),
    })),
    ...orders.map(({ id, customerEmail, status, total }) => ({
      kind: "order" as const,
      path: `/admin/orders/${id}`,
      label: orderNumber(id),
      detail: `${customerEmail} · ${statusWord(status)}`,
      aside: formatMoney(total),
    })),
    ...media.map(({ id, name, isImage }) => ({
      kind: "media" as const,
      path: `/admin${mediaQuery(everyMedia, { itemId: id })}`,
      label: name,
      detail: isImage ? "Image" : "Video",
      image: isImage ? { id, focalX: 0.5, focalY: 0.5 } : undefined,
    })),
  ];
}

function grouped(choices: readonly Choice[]): ChoiceGroup[] {
  return CHOICE_KINDS.map((kind) => ({
    title: titles[kind],
    choices: choices.filter((choice) => choice.kind === kind),
  })).filter(({ choices }) => choices.length > 0);
}

/** Offers recent choices, actions and pages. */
export function firstGroups(recent: readonly Choice[]): ChoiceGroup[] {
  const others = (choices: readonly Choice[]) =>
    choices.filter(({ path }) => !recent.some((choice) => choice.path === path));
  return [
    { title: "Recent", choices: recent },
    { title: titles.action, choices: others(ACTIONS) },
    { title: titles.page, choices: others(PAGES) },
  ].filter(({ choices }) => choices.length > 0);
}

/** Destinations come first, because they are known at once and never move. */
export function groupsFor(text: string, found: readonly Choice[]): ChoiceGroup[] {
  const destinations = grouped(searchDestinations(text)).map(({ title, choices }) => ({
    title,
    choices: choices.slice(0, MAX_DESTINATIONS),
  }));
  return [...destinations, ...grouped(found)];
}

/** Keeps matching earlier results until the server responds. */
export function stillNamed(found: readonly Choice[], text: string): Choice[] {
  const terms = text.toLowerCase().split(" ").filter(Boolean);
  return found.filter(({ label, detail }) => {
    const known = `${label} ${detail ?? ""}`.toLowerCase();
    return terms.every((word) => known.includes(word));
  });
}
