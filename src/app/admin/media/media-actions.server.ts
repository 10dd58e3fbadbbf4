import type { SubjectActions } from "#app/web/admin-action.server.ts";
import { adminAction } from "#app/web/admin-action.server.ts";
import { deleteMedia, describeMedia, focusMedia } from "#features/media/change-media.server.ts";
import {
  deleteMediaInput,
  describeMediaInput,
  focusMediaInput,
} from "#features/media/media-input.ts";
import { mediaRefusal } from "./media-messages.ts";

const success = (title: string) => ({ kind: "success", title }) as const;

const UNDONE = { notice: success("Everything is as it was") };

/** What the Media Library can do. */
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
    "delete-media": adminAction({
      schema: deleteMediaInput,
      run: ({ id, replaceWith = null }, { deps, actor }) =>
        deleteMedia(deps, { actor, id, replaceWith }),
      done: ({ name }) => ({ notice: success(`${name} deleted`) }),
    }),
  },
};
