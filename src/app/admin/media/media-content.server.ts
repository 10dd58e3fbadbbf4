import { refuse } from "#app/web/require-admin.server.ts";
import type { MediaFilter } from "#features/media/media-item.ts";
import { readMediaFilter } from "#features/media/media-item.ts";
import type { MediaList, MediaListRow } from "#features/media/media-queries.server.ts";
import { findMediaItem, listMedia } from "#features/media/media-queries.server.ts";
import type { TabRequest } from "../dashboard/tab-request.server.ts";

/** What the Media Library tab shows; `found` is null when it could not be loaded, its `item` when none is open. */
export type MediaContent = {
  filter: MediaFilter;
  found: { list: MediaList; item: MediaListRow | null } | null;
};

/** Loads the Media Library tab; a failure leaves the tab and its filter standing. */
export async function loadMedia(request: TabRequest): Promise<MediaContent> {
  const filter = readMediaFilter(request.params);
  const answers = await readBoth(request, filter);
  if (answers === null) return { filter, found: null };
  const { list, item } = answers;
  if (!list.ok || !item.ok) return refuse();
  const shown = { ...filter, page: list.value.page };
  return { filter: shown, found: { list: list.value, item: item.value } };
}

async function readBoth({ deps, actor }: TabRequest, filter: MediaFilter) {
  try {
    const [list, item] = await Promise.all([
      listMedia(deps.db, { actor, filter }),
      findMediaItem(deps.db, { actor, id: filter.itemId ?? "" }),
    ]);
    return { list, item };
  } catch (error) {
    deps.logger.error({ err: error }, "admin: media not loaded");
    return null;
  }
}
