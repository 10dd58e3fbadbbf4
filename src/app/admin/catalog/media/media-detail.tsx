import { X } from "lucide-react";
import { useEffect, useRef } from "react";
import { Link } from "react-router";
import { ActionForm } from "#app/components/admin/page-dialog.tsx";
import type { PostAction } from "#app/web/use-admin-action.ts";
import { useAdminAction } from "#app/web/use-admin-action.ts";
import { useFieldEdit } from "#app/web/use-field-edit.ts";
import { formatDay } from "#core/georgetown-time.ts";
import type { MediaFilter, MediaItem } from "#features/base/media/media-item.ts";
import {
  formatBytes,
  formatDimensions,
  MAX_ALT_TEXT_LENGTH,
  mediaPath,
  mediaQuery,
} from "#features/base/media/media-item.ts";
import type { MediaListRow } from "#features/base/media/media-queries.server.ts";
import { iconButtonClass } from "#ui/button.tsx";
import { classNames } from "#ui/class-names.ts";
import { FocalPicker } from "./focal-picker.tsx";
import { MediaActions } from "./media-actions.tsx";
import { kindWord, mediaRefusal } from "./media-messages.ts";

type Props = {
  item: MediaListRow;
  filter: MediaFilter;
  onPost: PostAction;
  onOpen: (dialog: string) => void;
};

/** Reading goes on at the item that was opened. */
export function MediaDetail({ item, filter, onPost, onOpen }: Props) {
  const start = useRef<HTMLElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another item in the same panel is opened too
  useEffect(() => start.current?.focus({ preventScroll: true }), [item.id]);
  return (
    <article
      ref={start}
      tabIndex={-1}
      aria-label={item.name}
      className="outline-none border border-line bg-white p-4 sm:p-5"
    >
      <header className="mb-3 flex items-start gap-2">
        <h2 className="min-w-0 grow py-2 text-base leading-tight font-medium break-words">
          {item.name}
        </h2>
        <MediaActions item={item} onOpen={onOpen} />
        <Link
          to={{ search: mediaQuery(filter, { itemId: null }) }}
          preventScrollReset
          aria-label="Close"
          title="Close"
          className={`${iconButtonClass} -my-1.5`}
        >
          <X size={18} aria-hidden="true" />
        </Link>
      </header>
      {item.type === "video" ? (
        // biome-ignore lint/a11y/useMediaCaption: only the owner sees this upload
        <video
          src={mediaPath(item)}
          controls
          preload="metadata"
          className="max-h-96 w-full bg-cloth"
        />
      ) : (
        <FocalPicker key={item.id} item={item} onPost={onPost} />
      )}
      <Facts item={item} />
      <h3 className="eyebrow mt-5 mb-1">Alt text</h3>
      <AltTextField item={item} framed />
      <p className="mt-1 text-xs text-ink-quiet">
        Read aloud to people who cannot see the image; at most {MAX_ALT_TEXT_LENGTH} characters.
      </p>
      <h3 className="eyebrow mt-5 mb-1">Used in</h3>
      <Uses item={item} />
    </article>
  );
}

function Facts({ item }: { item: MediaListRow }) {
  const facts = [
    ["Type", item.mimeType],
    ["Size", formatBytes(item.byteSize)],
    ["Dimensions", formatDimensions(item)],
    ["Date", formatDay(item.createdAt)],
  ];
  return (
    <dl className="figures mt-5 grid grid-cols-2 gap-y-2 border-t border-line pt-4 text-sm">
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt className="eyebrow">{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** Lists where an item is used; each use links to its editor. */
export function Uses({ item }: { item: Pick<MediaListRow, "uses"> }) {
  if (item.uses.length === 0) return <p className="text-sm text-ink-quiet">Not used anywhere.</p>;
  return (
    <ul className="text-sm">
      {item.uses.map(({ kind, label, to }) => (
        <li key={`${kind} ${to} ${label}`} className="flex items-baseline gap-2 py-1">
          <span className="w-24 shrink-0 text-ink-quiet">{kindWord(kind)}</span>
          <Link to={to} className="link min-w-0">
            {label}
          </Link>
        </li>
      ))}
    </ul>
  );
}

type AltTextFieldProps = {
  item: Pick<MediaItem, "id" | "name" | "altText">;
  /** Shows a border, which the table shows only on hover. */
  framed?: boolean;
};

/** Enter or leaving the field saves, Escape reverts. A save of its own: leaving the next field does not cut it off. */
export function AltTextField({ item, framed = false }: AltTextFieldProps) {
  const { post } = useAdminAction(mediaRefusal);
  const fields = { intent: "describe-media", id: item.id };
  const text = useFieldEdit(item, item.altText, (altText) => post({ ...fields, altText }));
  return (
    <ActionForm fields={fields} onPost={() => void text.save()}>
      <input
        name="altText"
        aria-label={`Alt text of ${item.name}`}
        value={text.value}
        maxLength={MAX_ALT_TEXT_LENGTH}
        placeholder="What does it show?"
        autoComplete="off"
        onChange={(event) => text.change(event.target.value)}
        onBlur={() => void text.save()}
        onKeyDown={(event) => {
          if (event.key === "Escape") text.revert();
        }}
        className={classNames(
          "h-9 w-full min-w-40 rounded-hair border bg-transparent px-2 text-sm transition-colors placeholder:text-ink-quiet hover:border-line focus:border-edge focus:bg-white pointer-coarse:h-11 pointer-coarse:border-edge pointer-coarse:text-base",
          framed ? "border-edge" : "border-transparent",
        )}
      />
      {/* Enter submits; clicking a button would move the focus, which saves anyway. */}
      <button type="submit" tabIndex={-1} className="sr-only">
        Save the alt text of {item.name}
      </button>
    </ActionForm>
  );
}
