import { X } from "lucide-react";
import type { KeyboardEvent, PointerEvent } from "react";
import { useEffect, useRef, useState } from "react";
import { Link, useLocation } from "react-router";
import { ActionForm, HiddenFields } from "#app/admin/dashboard/page-dialog.tsx";
import type { PostAction } from "#app/web/use-admin-action.ts";
import type { MediaFilter, MediaItem } from "#features/media/media-item.ts";
import {
  cleanAltText,
  focalShare,
  formatBytes,
  formatDimensions,
  MAX_ALT_TEXT_LENGTH,
  mediaPath,
  mediaQuery,
} from "#features/media/media-item.ts";
import type { MediaListRow } from "#features/media/media-queries.server.ts";
import { Button, iconButtonClass } from "#ui/button.tsx";
import { classNames } from "#ui/class-names.ts";
import { Field, Input } from "#ui/field.tsx";
import { ResponsiveImage } from "#ui/responsive-image.tsx";
import { MediaActions } from "./media-actions.tsx";
import { kindWord, uploadDay } from "./media-messages.ts";

type Point = { x: number; y: number };
type FocalPickerProps = {
  item: Pick<MediaItem, "id" | "name" | "width" | "height" | "focalX" | "focalY">;
  onPost: PostAction;
};

/** Saves the focal point once after several arrow keys. */
const WALK_PAUSE_MS = 600;
const STEP = 0.02;
const TALLEST_REM = 24;

const steps: Record<string, Point> = {
  ArrowLeft: { x: -STEP, y: 0 },
  ArrowRight: { x: STEP, y: 0 },
  ArrowUp: { x: 0, y: -STEP },
  ArrowDown: { x: 0, y: STEP },
};

const percent = (share: number) => Math.round(share * 100);

/** The shop's most common crops, as a preview of the focal point. */
const crops = [
  { label: "Card, 4:5", box: "aspect-4/5 w-20" },
  { label: "Hero, 1920×600", box: "aspect-[1920/600] w-44" },
  { label: "Square", box: "aspect-square w-20" },
];

/** The focal point of an image, set by click, drag or arrow keys. */
function FocalPicker({ item, onPost }: FocalPickerProps) {
  const picked = usePicked(item, onPost);
  const { point } = picked;
  const [width, height] = [item.width ?? 4, item.height ?? 5];
  return (
    <div>
      <div
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId);
          picked.follow(event);
        }}
        onPointerMove={(event) => {
          if (event.currentTarget.hasPointerCapture(event.pointerId)) picked.follow(event);
        }}
        onPointerUp={picked.save}
        style={{
          width: `min(100%, ${TALLEST_REM * (width / height)}rem)`,
          aspectRatio: width / height,
        }}
        className="relative mx-auto cursor-crosshair touch-none bg-cloth select-none"
      >
        <ResponsiveImage
          id={item.id}
          alt=""
          sizes="(min-width: 96rem) 560px, 92vw"
          width={width}
          height={height}
          widths={[480, 640, 960]}
          className="pointer-events-none size-full"
        />
        <button
          type="button"
          aria-label={`Focal point of ${item.name}: ${percent(point.x)} % from the left, ${percent(point.y)} % from the top. Move it with the arrow keys.`}
          onKeyDown={picked.walk}
          onBlur={picked.save}
          style={{ left: `${point.x * 100}%`, top: `${point.y * 100}%` }}
          className="absolute size-11 -translate-1/2 cursor-grab rounded-full before:absolute before:inset-2.5 before:rounded-full before:border-2 before:border-white before:bg-demerara/70 before:shadow-raised"
        />
      </div>
      <p aria-live="polite" className="figures mt-2 text-xs text-ink-quiet">
        Focal point {percent(point.x)} % from the left, {percent(point.y)} % from the top. Press the
        picture, drag the point or use the arrow keys.
      </p>
      <noscript>
        <PointForm item={item} point={point} />
      </noscript>
      <ul className="mt-3 flex flex-wrap gap-4">
        {crops.map(({ label, box }) => (
          <li key={label} className="text-xs text-ink-quiet">
            <span className={`mb-1 block overflow-hidden bg-cloth ${box}`}>
              <ResponsiveImage
                id={item.id}
                alt=""
                sizes="176px"
                width={1}
                height={1}
                widths={[320, 480]}
                focal={point}
                className="size-full object-cover"
              />
            </span>
            {label}
          </li>
        ))}
      </ul>
    </div>
  );
}

/** The focal point as two numbers, without JavaScript. */
function PointForm({ item, point }: Pick<FocalPickerProps, "item"> & { point: Point }) {
  const { pathname, search } = useLocation();
  return (
    <form method="post" action={pathname + search} className="mt-3 flex flex-wrap items-end gap-3">
      <HiddenFields fields={{ intent: "focus-media", id: item.id }} />
      {(["x", "y"] as const).map((axis) => (
        <Field key={axis} label={axis === "x" ? "From the left, 0 to 1" : "From the top, 0 to 1"}>
          <Input name={axis} type="number" min={0} max={1} step={0.01} defaultValue={point[axis]} />
        </Field>
      ))}
      <Button type="submit" variant="secondary">
        Save focal point
      </Button>
    </form>
  );
}

/** The focal point while it moves; saves it afterwards. */
function usePicked(item: FocalPickerProps["item"], onPost: FocalPickerProps["onPost"]) {
  const saved = { x: focalShare(item.focalX), y: focalShare(item.focalY) };
  const [point, setPoint] = useState(saved);
  const latest = useRef(point);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => {
    const fresh = { x: focalShare(item.focalX), y: focalShare(item.focalY) };
    latest.current = fresh;
    setPoint(fresh);
    return () => clearTimeout(timer.current);
  }, [item.focalX, item.focalY]);

  const move = (next: Point) => {
    latest.current = { x: focalShare(next.x), y: focalShare(next.y) };
    setPoint(latest.current);
  };
  const save = () => {
    clearTimeout(timer.current);
    const { x, y } = latest.current;
    if (x === saved.x && y === saved.y) return;
    void onPost({ intent: "focus-media", id: item.id, x, y });
  };
  return {
    point,
    save,
    follow(event: PointerEvent<HTMLElement>) {
      const box = event.currentTarget.getBoundingClientRect();
      move({
        x: (event.clientX - box.left) / box.width,
        y: (event.clientY - box.top) / box.height,
      });
    },
    walk(event: KeyboardEvent) {
      const step = steps[event.key];
      if (!step) return;
      event.preventDefault();
      move({ x: latest.current.x + step.x, y: latest.current.y + step.y });
      clearTimeout(timer.current);
      timer.current = setTimeout(save, WALK_PAUSE_MS);
    },
  };
}

type Props = {
  item: MediaListRow;
  filter: MediaFilter;
  onPost: PostAction;
  onOpen: (dialog: string) => void;
};

/** One item beside the list: image with focal point, texts and uses. */
export function MediaDetail({ item, filter, onPost, onOpen }: Props) {
  return (
    <article aria-label={item.name} className="border border-line bg-white p-4 sm:p-5">
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
        // biome-ignore lint/a11y/useMediaCaption: the owner's own upload, shown to the owner alone
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
      <AltTextField item={item} onPost={onPost} framed />
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
    ["Date", uploadDay(item.createdAt)],
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

/** The uses of an item, each with a link to its editor. */
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
  onPost: PostAction;
  /** Shows a border; in the table only on hover. */
  framed?: boolean;
};

/** The alt text, edited inline: Enter or leaving the field saves, Escape reverts. */
export function AltTextField({ item, onPost, framed = false }: AltTextFieldProps) {
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
      {/* Enter submits; a press on a button moves the focus, which saves anyway. */}
      <button type="submit" tabIndex={-1} className="sr-only">
        Save the alt text of {item.name}
      </button>
    </ActionForm>
  );
}
