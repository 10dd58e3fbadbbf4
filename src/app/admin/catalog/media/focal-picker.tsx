import type { KeyboardEvent, PointerEvent } from "react";
import { useEffect, useRef } from "react";
import { useLocation } from "react-router";
import { HiddenFields } from "#app/components/admin/page-dialog.tsx";
import type { PostAction } from "#app/web/use-admin-action.ts";
import { useFieldEdit } from "#app/web/use-field-edit.ts";
import { formatPercent } from "#core/format-number.ts";
import type { MediaItem } from "#features/base/media/media-item.ts";
import { focalShare } from "#features/base/media/media-item.ts";
import { Button } from "#ui/button.tsx";
import { Field, Input } from "#ui/field.tsx";
import { ResponsiveImage } from "#ui/responsive-image.tsx";

type Point = { x: number; y: number };
type FocalPickerProps = {
  item: Pick<MediaItem, "id" | "name" | "width" | "height" | "focalX" | "focalY">;
  onPost: PostAction;
};

/** Combines several arrow keys into one save. */
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

/** The preview shows the shop's most common crops. */
const crops = [
  { label: "Card, 4:5", box: "aspect-4/5 w-20" },
  { label: "Hero, 1920×600", box: "aspect-[1920/600] w-44" },
  { label: "Square", box: "aspect-square w-20" },
];

/** Accepts clicks, drags and arrow keys. */
export function FocalPicker({ item, onPost }: FocalPickerProps) {
  const picked = usePicked(item, onPost);
  const { point } = picked;
  const width = item.width ?? 4;
  const height = item.height ?? 5;
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
          aria-label={`Focal point of ${item.name}: ${formatPercent(percent(point.x))} from the left, ${formatPercent(percent(point.y))} from the top. Move it with the arrow keys.`}
          onKeyDown={picked.walk}
          onBlur={picked.save}
          style={{ left: `${point.x * 100}%`, top: `${point.y * 100}%` }}
          className="absolute size-11 -translate-1/2 cursor-grab rounded-full before:absolute before:inset-2.5 before:rounded-full before:border-2 before:border-white before:bg-demerara/70 before:shadow-raised"
        />
      </div>
      <p aria-live="polite" className="figures mt-2 text-xs text-ink-quiet">
        Focal point {formatPercent(percent(point.x))} from the left,{" "}
        {formatPercent(percent(point.y))} from the top. Press the picture, drag the point or use the
        arrow keys.
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

/** Browsers without JavaScript get two numbers instead of the drag. */
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

/** Saves the focal point after it stops moving. */
function usePicked(item: FocalPickerProps["item"], onPost: FocalPickerProps["onPost"]) {
  const saved = { x: focalShare(item.focalX), y: focalShare(item.focalY) };
  const edit = useFieldEdit(item, saved, ({ x, y }) =>
    onPost({ intent: "focus-media", id: item.id, x, y }),
  );
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);

  const move = ({ x, y }: Point) => edit.change({ x: focalShare(x), y: focalShare(y) });
  const save = () => {
    clearTimeout(timer.current);
    void edit.save();
  };
  return {
    point: edit.value,
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
      const { x, y } = edit.latest();
      move({ x: x + step.x, y: y + step.y });
      clearTimeout(timer.current);
      timer.current = setTimeout(save, WALK_PAUSE_MS);
    },
  };
}
