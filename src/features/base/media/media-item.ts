import { PAGE_FILTER, readPageNumber } from "#core/page-number.ts";
import { readListSearch } from "#core/submitted-text.ts";
import type { FilterReader } from "#core/unreadable-filters.ts";
import { oneOf } from "#core/unreadable-filters.ts";
import { imageVariantPath } from "#ui/image-widths.ts";
import { videoPath } from "./upload-rules.ts";

const MEDIA_SHOWS = ["all", "image", "video", "unused"] as const;

export type MediaShow = (typeof MEDIA_SHOWS)[number];

export type MediaFilter = {
  show: MediaShow;
  search: string;
  view: "table" | "grid";
  itemId: string | null;
  page: number;
};

export const MEDIA_A_PAGE = 40;

/** Every filter of the library and what it can read. */
export const MEDIA_FILTERS: readonly FilterReader[] = [
  { label: "Show", name: "show", isReadable: oneOf(MEDIA_SHOWS) },
  { label: "View", name: "view", isReadable: oneOf(["table", "grid"]) },
  PAGE_FILTER,
];

/** Parses the library's URL; invalid parameters are ignored. */
export function readMediaFilter(params: URLSearchParams): MediaFilter {
  return {
    show: MEDIA_SHOWS.find((show) => show === params.get("show")) ?? "all",
    search: readListSearch(params),
    view: params.get("view") === "grid" ? "grid" : "table",
    itemId: params.get("item"),
    page: readPageNumber(params.get("page")),
  };
}

/** The query as a dashboard tab; `changes` start at page 1. */
export function mediaQuery(filter: MediaFilter, changes: Partial<MediaFilter> = {}): string {
  const isSameList = changes.show === undefined && changes.search === undefined;
  const next = { ...filter, ...(isSameList ? {} : { page: 1, itemId: null }), ...changes };
  const params = new URLSearchParams({ tab: "media" });
  if (next.show !== "all") params.set("show", next.show);
  if (next.search) params.set("q", next.search);
  if (next.view === "grid") params.set("view", "grid");
  if (next.page > 1) params.set("page", String(next.page));
  if (next.itemId) params.set("item", next.itemId);
  return `?${params}`;
}

export type MediaItem = {
  id: string;
  name: string;
  type: "image" | "video";
  mimeType: string;
  byteSize: number;
  /** In pixels; null for videos. */
  width: number | null;
  height: number | null;
  altText: string;
  /** 0 to 1 from the left and the top. */
  focalX: number;
  focalY: number;
  createdAt: Date;
};

/** Where it is shown, and changed. */
export type MediaUse = {
  kind: "product" | "category" | "hero" | "option" | "cloth" | "maker" | "settings";
  label: string;
  to: string;
};

/** Writes KB with 2 decimals (specification 2 and 9, Site Images). */
export function formatKilobytes(bytes: number): string {
  return `${(bytes / 1024).toFixed(2)} KB`;
}

/** Shows KB, or MB from one MB. */
export function formatBytes(bytes: number): string {
  if (bytes < 1024) return `${bytes} bytes`;
  const kilobytes = bytes / 1024;
  if (kilobytes < 1000) return `${kilobytes.toFixed(kilobytes < 10 ? 1 : 0)} KB`;
  return `${(kilobytes / 1024).toFixed(1)} MB`;
}

/** Shows pixels, or a dash. */
export function formatDimensions(item: Pick<MediaItem, "width" | "height">): string {
  return item.width && item.height ? `${item.width}×${item.height}` : "—";
}

/** The path leads to the largest image, or to the video. */
export function mediaPath(item: Pick<MediaItem, "id" | "type" | "mimeType">): string {
  return item.type === "video"
    ? videoPath(item.id, item.mimeType)
    : imageVariantPath(item.id, 2400, "webp");
}

export const MAX_ALT_TEXT_LENGTH = 300;

/** Trimmed, without invisible characters (Postgres refuses NUL). */
export function cleanAltText(text: string): string {
  return text
    .replace(/[\s\p{Cc}]+/gu, " ")
    .trim()
    .slice(0, MAX_ALT_TEXT_LENGTH);
}

/** The share is 0 to 1, in thousandths. */
export function focalShare(value: number): number {
  if (!Number.isFinite(value)) return 0.5;
  return Math.round(Math.min(1, Math.max(0, value)) * 1000) / 1000;
}
