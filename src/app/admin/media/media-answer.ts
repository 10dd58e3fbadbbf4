import type { MediaUse } from "#features/media/media-item.ts";

type Point = { x: number; y: number };

/** What a change of a media item came to, for the page that asked. */
export type MediaAnswer =
  | { ok: true; did: "described"; before: string; after: string }
  | { ok: true; did: "focused"; before: Point; after: Point }
  | { ok: true; did: "deleted"; name: string }
  | { ok: false; words: string; uses?: readonly MediaUse[] };

/** The address that changes a media item. */
export const mediaChangePath = (id: string) => `/admin/media/${id}`;
