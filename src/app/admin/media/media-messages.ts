import type { MediaUse } from "#features/media/media-item.ts";

const kinds: Record<MediaUse["kind"], string> = {
  product: "Product",
  category: "Category",
  hero: "Page hero",
  settings: "Settings",
};

/** What kind of place shows it. */
export function kindWord(kind: MediaUse["kind"]): string {
  return kinds[kind];
}

/** Where something is shown, in one line. */
export function mediaUsesLabel(uses: readonly MediaUse[]): string {
  const [first, ...others] = uses;
  if (!first) return "Not used";
  return others.length === 0 ? first.label : `${first.label} +${others.length}`;
}

const day = new Intl.DateTimeFormat("en-US", {
  year: "numeric",
  month: "short",
  day: "numeric",
  timeZone: "America/Guyana",
});

/** The day something was uploaded, by Georgetown's clock. */
export function uploadDay(moment: Date): string {
  return day.format(moment);
}
