import type { AppDeps } from "#app/context.ts";
import type { Actor } from "#features/identity/actor.ts";
import type { DeleteFailure } from "#features/media/delete-media.server.ts";
import { deleteMedia } from "#features/media/delete-media.server.ts";
import { describeMedia } from "#features/media/describe-media.server.ts";
import { focusMedia } from "#features/media/focus-media.server.ts";
import type { MediaAnswer } from "./media-answer.ts";

type Change = { deps: AppDeps; actor: Actor; id: string; form: FormData };

const GONE: MediaAnswer = { ok: false, words: "This file is not in the library any more" };

const textOf = (form: FormData, name: string) => String(form.get(name) ?? "");

async function describe({ deps, actor, id, form }: Change): Promise<MediaAnswer | "forbidden"> {
  const altText = textOf(form, "altText");
  const described = await describeMedia(deps, { actor, id, altText });
  if (described.ok) return { ok: true, did: "described", ...described.value };
  return described.error === "forbidden" ? "forbidden" : GONE;
}

async function focus({ deps, actor, id, form }: Change): Promise<MediaAnswer | "forbidden"> {
  const point = { x: Number(textOf(form, "x")), y: Number(textOf(form, "y")) };
  const focused = await focusMedia(deps, { actor, id, ...point });
  if (focused.ok) return { ok: true, did: "focused", ...focused.value };
  return focused.error === "forbidden" ? "forbidden" : GONE;
}

function deleteRefusal(failure: DeleteFailure): MediaAnswer | "forbidden" {
  switch (failure.code) {
    case "forbidden":
      return "forbidden";
    case "not_found":
      return GONE;
    case "no_replacement":
      return { ok: false, words: "The picture chosen in its place is not in the library any more" };
    case "in_use":
      return { ok: false, words: "It is shown in the shop", uses: failure.uses };
  }
}

async function remove({ deps, actor, id, form }: Change): Promise<MediaAnswer | "forbidden"> {
  const replaceWith = textOf(form, "replaceWith") || null;
  const deleted = await deleteMedia(deps, { actor, id, replaceWith });
  return deleted.ok ? { ok: true, did: "deleted", ...deleted.value } : deleteRefusal(deleted.error);
}

/** Carries out the change of a media item that a form asks for. */
export async function changeMedia(change: Change): Promise<MediaAnswer | "forbidden"> {
  switch (change.form.get("intent")) {
    case "describe":
      return describe(change);
    case "focus":
      return focus(change);
    case "delete":
      return remove(change);
    default:
      return { ok: false, words: "The form could not be read" };
  }
}
