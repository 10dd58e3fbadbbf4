import { useState } from "react";
import { useRevalidator } from "react-router";
import { sendWrite } from "#app/web/admin-send-write.ts";
import type { Result } from "#core/result.ts";
import { showToast } from "#ui/toast-store.ts";

type Point = { x: number; y: number };
type Both<Value> = { before: Value; after: Value };

const reasons: Record<string, string> = {
  not_found: "It is not in the library any more.",
  in_use: "It is shown in the shop. Choose a picture to take its place.",
  no_replacement: "The picture chosen in its place is not in the library any more.",
  failed: "The shop did not answer. Nothing was changed; please try again.",
};

function refused(title: string, error: string): void {
  showToast({ kind: "error", title, description: reasons[error] ?? "Please load the page again." });
}

/** What can be done to a media item; each says what it did, offers Undo where it can, and brings the list up to date. */
export function useMediaWrites() {
  const { revalidate } = useRevalidator();
  const [busy, setBusy] = useState(false);

  async function write<Value>(path: string, body: unknown): Promise<Result<Value, string>> {
    setBusy(true);
    const answer = await sendWrite<Value, string>(`/admin/media/${path}`, body);
    setBusy(false);
    void revalidate();
    return answer;
  }

  async function describe(id: string, altText: string, isUndo = false): Promise<void> {
    const answer = await write<Both<string>>("describe", { id, altText });
    if (!answer.ok) return refused("The alt text was not saved", answer.error);
    const { before, after } = answer.value;
    if (before === after) return;
    const action = { label: "Undo", onSelect: () => void describe(id, before, true) };
    const title = isUndo ? "Everything is as it was" : "Alt text saved";
    showToast({ kind: "success", title, ...(!isUndo && { action }) });
  }

  async function focus(id: string, point: Point, isUndo = false): Promise<void> {
    const answer = await write<Both<Point>>("focus", { id, ...point });
    if (!answer.ok) return refused("The focal point was not saved", answer.error);
    const { before } = answer.value;
    const action = { label: "Undo", onSelect: () => void focus(id, before, true) };
    const title = isUndo ? "Everything is as it was" : "Focal point saved";
    showToast({ kind: "success", title, ...(!isUndo && { action }) });
  }

  async function remove(id: string, replaceWith: string | null): Promise<boolean> {
    const answer = await write<{ name: string }>("delete", { id, replaceWith });
    if (answer.ok) showToast({ kind: "success", title: `${answer.value.name} deleted` });
    else refused("Failed to delete media", answer.error);
    return answer.ok;
  }

  return { busy, describe, focus, remove };
}

/** What the library hands to the places where an item can be changed. */
export type MediaWrites = ReturnType<typeof useMediaWrites>;
