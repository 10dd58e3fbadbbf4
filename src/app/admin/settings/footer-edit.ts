import type { FooterSettings } from "#features/settings/settings-schema.ts";

type Links = FooterSettings["links"];

/** What a button of the footer's list does to it: "add-link", or "up", "down" and "delete" with the link's place. */
export type FooterEdit = "add-link" | `${"up" | "down" | "delete"}:${number}`;

/** The same links with the one at `from` standing at `to`. */
export function movedLink(links: Links, from: number, to: number): Links {
  const link = links[from];
  if (!link || to < 0 || to >= links.length) return links;
  const others = links.filter((_, index) => index !== from);
  return [...others.slice(0, to), link, ...others.slice(to)];
}

/** The links after a button was pressed; the same ones when it means nothing. */
export function editedLinks(links: Links, edit: string): Links {
  if (edit === "add-link") return [...links, { text: "", url: "" }];
  const [, way, digits] = /^(up|down|delete):(\d{1,3})$/.exec(edit) ?? [];
  const place = Number(digits);
  if (way === "up") return movedLink(links, place, place - 1);
  if (way === "down") return movedLink(links, place, place + 1);
  if (way === "delete") return links.filter((_, index) => index !== place);
  return links;
}
