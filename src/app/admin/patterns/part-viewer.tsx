import { Minus, Plus, Scan } from "lucide-react";
import { useRef, useState } from "react";
import type { PatternPart } from "#features/order-patterns/pattern-content.ts";
import { PartDrawing } from "./part-drawing.tsx";

type Props = {
  parts: readonly PatternPart[];
  before?: readonly PatternPart[] | undefined;
};

const FIT_PX = 520;
const STEP = 1.4;
const MOST = 12;

const button =
  "inline-flex size-11 items-center justify-center rounded-hair border border-line hover:text-demerara disabled:text-ink-quiet";

/** The parts of a draft: choose one, zoom with the buttons, move with a finger, the mouse or the arrow keys. */
export function PartViewer({ before, parts }: Props) {
  const [name, setName] = useState(parts[0]?.part ?? "");
  const [zoom, setZoom] = useState(1);
  const frame = useRef<HTMLDivElement>(null);
  const part = parts.find((each) => each.part === name) ?? parts[0];
  if (!part) return null;
  const scale = (FIT_PX / Math.max(part.bounds.width, part.bounds.height, 1)) * zoom;
  return (
    <div>
      <div className="flex flex-wrap items-center gap-2">
        <ul className="flex flex-wrap gap-x-5" aria-label="Parts">
          {parts.map((each) => (
            <li key={each.part}>
              <button
                type="button"
                aria-pressed={each.part === part.part}
                onClick={() => setName(each.part)}
                className="min-h-11 border-b-2 border-transparent text-sm text-ink-quiet hover:text-ink aria-pressed:border-ink aria-pressed:text-ink"
              >
                {each.title}
              </button>
            </li>
          ))}
        </ul>
        <div className="ml-auto flex gap-2">
          <button type="button" className={button} aria-label="Zoom out" disabled={zoom <= 1} onClick={() => setZoom(Math.max(1, zoom / STEP))}>
            <Minus size={18} aria-hidden="true" />
          </button>
          <button type="button" className={button} aria-label="Zoom in" disabled={zoom >= MOST} onClick={() => setZoom(Math.min(MOST, zoom * STEP))}>
            <Plus size={18} aria-hidden="true" />
          </button>
          <button type="button" className={button} aria-label="Whole part" onClick={() => setZoom(1)}>
            <Scan size={18} aria-hidden="true" />
          </button>
        </div>
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls is reached by the keyboard. */}
      <div
        ref={frame}
        role="region"
        aria-label={`Drawing of ${part.title}`}
        tabIndex={0}
        onPointerMove={(event) => {
          // Fingers scroll by themselves.
          if (event.pointerType !== "mouse" || event.buttons !== 1) return;
          event.currentTarget.scrollBy(-event.movementX, -event.movementY);
        }}
        className="mt-4 h-[36rem] cursor-grab overflow-auto border border-line bg-paper p-6 active:cursor-grabbing"
      >
        <PartDrawing
          part={part}
          before={before?.find((each) => each.part === part.part)}
          scale={scale}
        />
      </div>
    </div>
  );
}
