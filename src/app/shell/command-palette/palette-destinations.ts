import { tabPath } from "#app/admin/dashboard/dashboard-tabs.ts";
import { partLabel, SETTING_FIELDS, settingPath } from "#app/admin/settings/setting-fields.ts";
import { SETTINGS_PARTS, settingsQuery } from "#app/admin/settings/settings-url.ts";
import { searchTerms } from "#features/catalog/search/search-text.ts";
import { businessAreas, contentAreas } from "../admin-areas.ts";
import type { Choice } from "./choice.ts";

/** A place that every admin has, and the other words it may be looked for by. */
export type PaletteDestination = Choice & { words: string };

const areaWords: Readonly<Record<string, string>> = {
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

/** What can be begun from anywhere. */
export const ACTIONS: readonly PaletteDestination[] = [
  {
    kind: "action",
    label: "New product",
    path: "/admin/products/new",
    words: "create add piece item",
  },
  {
    kind: "action",
    label: "Import products",
    detail: "Many at once, from a CSV file",
    path: "/admin/import",
    words: "csv spreadsheet excel add",
  },
  {
    kind: "action",
    label: "Upload",
    detail: "Pictures and films, into the Media Library",
    path: `${tabPath("media")}#upload`,
    words: "add images photos videos files",
  },
  { kind: "action", label: "View shop", path: "/", words: "storefront site visit home" },
];

/** The pages of the admin, as its rail names them. */
export const PAGES: readonly PaletteDestination[] = [...contentAreas, ...businessAreas].map(
  ({ label, path, icon }) => ({ kind: "page", label, path, words: areaWords[icon] ?? "" }),
);

const SETTINGS: readonly PaletteDestination[] = [
  ...SETTINGS_PARTS.map(({ value, label }) => ({
    kind: "setting" as const,
    label,
    detail: "Site Settings",
    path: `/admin${settingsQuery(value)}`,
    words: "settings",
  })),
  ...SETTING_FIELDS.map((field) => ({
    kind: "setting" as const,
    label: field.label,
    detail: `Site Settings, ${partLabel(field.part)}`,
    path: settingPath(field),
    words: `${field.words ?? ""} ${partLabel(field.part)}`,
  })),
];

const PLACES = [...ACTIONS, ...PAGES, ...SETTINGS];

/** How well a place answers: 2 when its label begins with what was typed, 1 for its words, 0 not at all. */
function score(
  { label, words }: PaletteDestination,
  typed: readonly string[],
  text: string,
): number {
  if (searchTerms(label).join(" ").startsWith(text)) return 2;
  const known = searchTerms(label).concat(words.split(" "));
  return typed.every((start) => known.some((word) => word.startsWith(start))) ? 1 : 0;
}

/** The places of which every typed word begins a word, those whose labels begin so first; none without a word. */
export function searchDestinations(text: string): PaletteDestination[] {
  const typed = searchTerms(text);
  if (typed.length === 0) return [];
  const scored = PLACES.map((place) => ({ place, score: score(place, typed, typed.join(" ")) }));
  return scored
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score)
    .map(({ place }) => place);
}
