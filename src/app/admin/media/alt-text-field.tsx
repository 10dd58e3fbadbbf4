import { useEffect, useState } from "react";
import type { PostAction } from "#app/web/use-admin-action.ts";
import type { MediaItem } from "#features/media/media-item.ts";
import { cleanAltText, MAX_ALT_TEXT_LENGTH } from "#features/media/media-item.ts";
import { classNames } from "#ui/class-names.ts";
import { ActionForm } from "../dashboard/page-dialog.tsx";

type Props = {
  item: Pick<MediaItem, "id" | "name" | "altText">;
  onPost: PostAction;
  /** Shows that it can be written in; in the table only pointing at it does. */
  framed?: boolean;
};

/** The alt text, written where it stands: Enter saves it and stays, leaving the field saves it, Escape takes back what was typed. */
export function AltTextField({ item, onPost, framed = false }: Props) {
  const [typed, setTyped] = useState(item.altText);
  useEffect(() => setTyped(item.altText), [item.altText]);
  const save = () => {
    if (cleanAltText(typed) === item.altText) return;
    void onPost({ intent: "describe-media", id: item.id, altText: typed });
  };
  const fields = { intent: "describe-media", id: item.id };
  return (
    <ActionForm fields={fields} onPost={save}>
      <input
        name="altText"
        aria-label={`Alt text of ${item.name}`}
        value={typed}
        maxLength={MAX_ALT_TEXT_LENGTH}
        placeholder="What does it show?"
        autoComplete="off"
        onChange={(event) => setTyped(event.target.value)}
        onBlur={save}
        onKeyDown={(event) => {
          if (event.key === "Escape") setTyped(item.altText);
        }}
        className={classNames(
          "h-9 w-full min-w-40 rounded-hair border bg-transparent px-2 text-sm transition-colors placeholder:text-ink-quiet hover:border-line focus:border-edge focus:bg-white pointer-coarse:h-11 pointer-coarse:border-edge pointer-coarse:text-base",
          framed ? "border-edge" : "border-transparent",
        )}
      />
      {/* Enter submits the field; a press on a button would take the focus and save it anyway. */}
      <button type="submit" tabIndex={-1} className="sr-only">
        Save the alt text of {item.name}
      </button>
    </ActionForm>
  );
}
