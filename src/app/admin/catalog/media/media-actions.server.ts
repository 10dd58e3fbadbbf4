import type { TabRequest } from "#app/components/admin/tab-request.server.ts";
import type { SubjectActions } from "#app/web/admin-action.server.ts";
import { adminAction } from "#app/web/admin-action.server.ts";
import { refuse } from "#app/web/require-admin.server.ts";
import { fail, ok } from "#core/result.ts";
import {
  deleteMedia,
  describeMedia,
  focusMedia,
} from "#features/base/media/change-media.server.ts";
import {
  deleteManyInput,
  deleteMediaInput,
  describeManyInput,
  describeMediaInput,
  focusMediaInput,
} from "#features/base/media/media-input.ts";
import type { MediaFilter } from "#features/base/media/media-item.ts";
import { readMediaFilter } from "#features/base/media/media-item.ts";
import type { MediaList, MediaListRow } from "#features/base/media/media-queries.server.ts";
import { findMediaItem, listMedia } from "#features/base/media/media-queries.server.ts";
import { mediaRefusal } from "./media-messages.ts";

const success = (title: string) => ({ kind: "success", title }) as const;

const UNDONE = { notice: success("Everything is as it was") };

export const mediaActions: SubjectActions = {
  refusal: mediaRefusal,
  actions: {
    "describe-media": adminAction({
      schema: describeMediaInput,
      run: ({ id, altText }, { deps, actor }) => describeMedia(deps, { actor, id, altText }),
      done({ before, after }, { id, isUndo }) {
        if (isUndo) return UNDONE;
        if (before === after) return { notice: null };
        const undo = { intent: "describe-media", id, altText: before, isUndo: true };
        return { notice: success("Alt text saved"), undo };
      },
    }),
    "focus-media": adminAction({
      schema: focusMediaInput,
      run: ({ id, x, y }, { deps, actor }) => focusMedia(deps, { actor, id, x, y }),
      done({ before }, { id, isUndo }) {
        if (isUndo) return UNDONE;
        const undo = { intent: "focus-media", id, ...before, isUndo: true };
        return { notice: success("Focal point saved"), undo };
      },
    }),
    "describe-many": adminAction({
      schema: describeManyInput,
      async run({ media, altText }, { deps, actor }) {
        let changed = 0;
        for (const id of media) {
          const done = await describeMedia(deps, { actor, id, altText });
          if (!done.ok && done.error === "forbidden") return done;
          if (done.ok && done.value.before !== done.value.after) changed += 1;
        }
        return ok(changed);
      },
      done: (changed) => ({
        notice: success(changed === 1 ? "1 alt text saved" : `${changed} alt texts saved`),
      }),
    }),
    "delete-many": adminAction({
      schema: deleteManyInput,
      async run({ media }, { deps, actor }) {
        const deleted: string[] = [];
        const left: string[] = [];
        for (const id of media) {
          const done = await deleteMedia(deps, { actor, id, replaceWith: null });
          if (!done.ok && done.error === "forbidden") return done;
          if (done.ok) deleted.push(done.value.name);
          else if (done.error === "in_use") left.push(id);
        }
        return deleted.length === 0 && left.length > 0 ? fail("all_in_use") : ok({ deleted, left });
      },
      done: ({ deleted, left }) => ({
        notice: {
          ...success(deleted.length === 1 ? "1 file deleted" : `${deleted.length} files deleted`),
          ...(left.length > 0 && {
            description: `${left.length} in use ${left.length === 1 ? "stays" : "stay"}: replace them one by one.`,
          }),
        },
      }),
    }),
    "delete-media": adminAction({
      schema: deleteMediaInput,
      run: ({ id, replaceWith = null }, { deps, actor }) =>
        deleteMedia(deps, { actor, id, replaceWith }),
      done: ({ name }) => ({ notice: success(`${name} deleted`) }),
    }),
  },
};

/** `found` is null when it could not be loaded, its `item` when none is open. */
export type MediaContent = {
  filter: MediaFilter;
  /** Why files cannot be read or stored at the moment; null while the storage works. */
  storageTrouble: string | null;
  found: { list: MediaList; item: MediaListRow | null } | null;
};

export async function loadMedia(request: TabRequest): Promise<MediaContent> {
  const filter = readMediaFilter(request.params);
  const results = await readBoth(request, filter);
  if (results === null) return { filter, storageTrouble: null, found: null };
  const storageTrouble = request.deps.files.findTrouble()?.message ?? null;
  const { list, item } = results;
  if (!list.ok || !item.ok) return refuse();
  const shown = { ...filter, page: list.value.page };
  return { filter: shown, storageTrouble, found: { list: list.value, item: item.value } };
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
