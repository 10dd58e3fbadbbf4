import { categoryQuery } from "#app/admin/categories/category-url.ts";
import { formatMoney } from "#core/money-amount.ts";
import { mediaQuery, readMediaFilter } from "#features/media/media-filter.ts";
import { orderNumber, statusWord } from "#features/orders/order.ts";
import type { AdminSearchResults } from "#features/reports/admin-search-results.ts";
import type { Choice, ChoiceGroup } from "./choice.ts";
import { CHOICE_KINDS } from "./choice.ts";
import { ACTIONS, PAGES, searchDestinations } from "./palette-destinations.ts";

const titles: Readonly<Record<Choice["kind"], string>> = {
  action: "Actions",
  page: "Pages",
  setting: "Settings",
  product: "Products",
  category: "Categories",
  order: "Orders",
  media: "Media",
};

/** Of the places that every admin has, at most so many of a kind stand before what the shop found. */
const MOST_PLACES = 4;

const piecesOf = (count: number) => (count === 1 ? "1 product" : `${count} products`);
const everyMedia = readMediaFilter(new URLSearchParams());

/** What the shop found, as choices. */
export function foundChoices({
  products,
  categories,
  orders,
  media,
}: AdminSearchResults): Choice[] {
  return [
    ...products.map(({ id, name, categoryName, inStock, price, picture }) => ({
      kind: "product" as const,
      path: `/admin/products/edit/${id}`,
      label: name,
      detail: [categoryName, !inStock && "Out of Stock"].filter(Boolean).join(" · "),
      aside: formatMoney(price),
      picture,
    })),
    ...categories.map(({ id, name, productCount }) => ({
      kind: "category" as const,
      path: `/admin${categoryQuery(id)}`,
      label: name,
      detail: piecesOf(productCount),
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
      picture: isImage ? { id, focalX: 0.5, focalY: 0.5 } : undefined,
    })),
  ];
}

function grouped(choices: readonly Choice[]): ChoiceGroup[] {
  return CHOICE_KINDS.map((kind) => ({
    title: titles[kind],
    choices: choices.filter((choice) => choice.kind === kind),
  })).filter(({ choices }) => choices.length > 0);
}

/** What is offered before anything is typed: what was chosen last, what can be begun, where one can go. */
export function firstGroups(recent: readonly Choice[]): ChoiceGroup[] {
  const others = (choices: readonly Choice[]) =>
    choices.filter(({ path }) => !recent.some((choice) => choice.path === path));
  return [
    { title: "Recent", choices: recent },
    { title: titles.action, choices: others(ACTIONS) },
    { title: titles.page, choices: others(PAGES) },
  ].filter(({ choices }) => choices.length > 0);
}

/**
 * What is offered for a text: places first, which are known at once and so never move under the hand, then what the shop found.
 */
export function groupsFor(text: string, found: readonly Choice[]): ChoiceGroup[] {
  const places = grouped(searchDestinations(text)).map(({ title, choices }) => ({
    title,
    choices: choices.slice(0, MOST_PLACES),
  }));
  return [...places, ...grouped(found)];
}

/** Of what was found for the text before, that which the text now typed still names: shown until the shop has answered. */
export function stillNamed(found: readonly Choice[], text: string): Choice[] {
  const words = text.toLowerCase().split(" ").filter(Boolean);
  return found.filter(({ label, detail }) => {
    const told = `${label} ${detail ?? ""}`.toLowerCase();
    return words.every((word) => told.includes(word));
  });
}
