import { Minus, Plus, Scan } from "lucide-react";
import type { KeyboardEvent, PointerEvent } from "react";
import { useEffect, useLayoutEffect, useRef, useState } from "react";
import { Link, useSearchParams } from "react-router";
import type { PatternPart } from "#features/garments/order-patterns/pattern-content.ts";
import { IconButton } from "#ui/button.tsx";
import { DASHES, hasHiddenLabels, PartDrawing } from "./part-drawing.tsx";

/** The size of the frame before the browser has measured it. */
const FRAME = { width: 640, height: 520 };
const EDGE_PX = 24;
const STEP = 1.4;
const LARGEST = 12;

const limited = (zoom: number) => Math.min(LARGEST, Math.max(1, zoom));

const gap = ([a, b]: TouchList) =>
  a && b ? Math.hypot(a.clientX - b.clientX, a.clientY - b.clientY) : 0;

/** Two fingers, and the wheel with Control: the browser would zoom the whole page. */
function usePinch(frame: { current: HTMLElement | null }, zoomBy: (factor: number) => void): void {
  const zoom = useRef(zoomBy);
  useEffect(() => {
    zoom.current = zoomBy;
  });
  useEffect(() => {
    const element = frame.current;
    if (!element) return;
    let last = 0;
    const onWheel = (event: WheelEvent) => {
      if (!event.ctrlKey) return;
      event.preventDefault();
      zoom.current(Math.exp(-event.deltaY / 200));
    };
    const onTouch = (event: TouchEvent) => {
      if (event.touches.length !== 2) {
        last = 0;
        return;
      }
      event.preventDefault();
      const now = gap(event.touches);
      if (last > 0) zoom.current(now / last);
      last = now;
    };
    const active = { passive: false };
    element.addEventListener("wheel", onWheel, active);
    for (const name of ["touchstart", "touchmove"] as const)
      element.addEventListener(name, onTouch, active);
    return () => {
      element.removeEventListener("wheel", onWheel);
      for (const name of ["touchstart", "touchmove"] as const)
        element.removeEventListener(name, onTouch);
    };
  }, [frame]);
}

/** What is in the middle of the frame stays there when the zoom changes. */
function useZoom(frame: { current: HTMLElement | null }) {
  const [zoom, setZoom] = useState(1);
  const last = useRef(1);
  useLayoutEffect(() => {
    const element = frame.current;
    const factor = zoom / last.current;
    last.current = zoom;
    if (!element || factor === 1) return;
    const { clientHeight, clientWidth, scrollLeft, scrollTop } = element;
    element.scrollLeft = (scrollLeft + clientWidth / 2) * factor - clientWidth / 2;
    element.scrollTop = (scrollTop + clientHeight / 2) * factor - clientHeight / 2;
  }, [zoom, frame]);
  return { zoom, setZoom, zoomBy: (factor: number) => setZoom((now) => limited(now * factor)) };
}

function useFrameSize(frame: { current: HTMLElement | null }) {
  const [size, setSize] = useState(FRAME);
  useEffect(() => {
    const element = frame.current;
    if (!element) return;
    const measure = () => setSize({ width: element.clientWidth, height: element.clientHeight });
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [frame]);
  return size;
}

type Props = {
  parts: readonly PatternPart[];
  /** The stored draft, drawn beneath a changed one. */
  before?: readonly PatternPart[] | undefined;
};

/**
 * Shows the parts of a draft: one is chosen, zooms with buttons, keys, wheel or two fingers, and moves with mouse,
 * finger or arrow keys.
 */
export function PartViewer({ before, parts }: Props) {
  const [search] = useSearchParams();
  const frame = useRef<HTMLElement>(null);
  const { setZoom, zoom, zoomBy } = useZoom(frame);
  const size = useFrameSize(frame);
  usePinch(frame, zoomBy);
  const part = parts.find((each) => each.part === search.get("part")) ?? parts[0];
  if (!part) return null;
  const { bounds } = part;
  const room = (px: number, mm: number) => (px - 2 * EDGE_PX) / Math.max(mm, 1);
  const fit = Math.min(room(size.width, bounds.width), room(size.height, bounds.height));
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "+" || event.key === "=") zoomBy(STEP);
    else if (event.key === "-") zoomBy(1 / STEP);
    else if (event.key === "0") setZoom(1);
  };
  const onPointerMove = (event: PointerEvent<HTMLElement>) => {
    // Fingers scroll by themselves.
    if (event.pointerType !== "mouse" || event.buttons !== 1) return;
    event.currentTarget.scrollBy(-event.movementX, -event.movementY);
  };
  return (
    <div>
      <nav aria-label="Parts" className="border-b border-line">
        <ul className="-mb-px flex gap-x-6 overflow-x-auto">
          {parts.map((each) => (
            <li key={each.part} className="shrink-0">
              <Link
                to={`?part=${each.part}`}
                replace
                preventScrollReset
                aria-current={each.part === part.part ? "true" : undefined}
                className="flex min-h-11 items-center border-b-2 border-transparent text-sm text-ink-quiet -outline-offset-2 hover:text-ink aria-[current=true]:border-ink aria-[current=true]:text-ink"
              >
                {each.title}
                {each.spots.length > 0 && <span className="sr-only">, with a finding</span>}
                {each.spots.length > 0 && (
                  <span aria-hidden="true" className="ml-1 size-1.5 rounded-full bg-hibiscus" />
                )}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      <div className="relative mt-4">
        <section
          ref={frame}
          aria-label={`Drawing of ${part.title}`}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard
          tabIndex={0}
          onKeyDown={onKeyDown}
          onPointerMove={onPointerMove}
          className="grid h-[46svh] cursor-grab touch-pan-x touch-pan-y select-none overflow-auto border border-line bg-paper md:h-[54svh]"
        >
          <div className="m-auto p-6">
            <PartDrawing
              part={part}
              before={before?.find((each) => each.part === part.part)}
              scale={fit * zoom}
            />
          </div>
        </section>
        <ZoomButtons zoom={zoom} setZoom={setZoom} zoomBy={zoomBy} />
      </div>
      <Legend
        hasBefore={before !== undefined}
        hasHiddenLabels={hasHiddenLabels(part, fit * zoom)}
      />
    </div>
  );
}

type ZoomProps = {
  zoom: number;
  setZoom: (zoom: number) => void;
  zoomBy: (factor: number) => void;
};

/** Below the drawing on a phone: over it they would hide dimensions. */
function ZoomButtons({ setZoom, zoom, zoomBy }: ZoomProps) {
  return (
    <div className="-mt-px ml-auto flex w-fit border border-line bg-white md:absolute md:right-2 md:bottom-3">
      <IconButton
        label="Zoom out"
        icon={<Minus size={18} aria-hidden="true" />}
        disabled={zoom <= 1}
        onClick={() => zoomBy(1 / STEP)}
      />
      <IconButton
        label="Whole part"
        icon={<Scan size={18} aria-hidden="true" />}
        disabled={zoom === 1}
        onClick={() => setZoom(1)}
      />
      <IconButton
        label="Zoom in"
        icon={<Plus size={18} aria-hidden="true" />}
        disabled={zoom >= LARGEST}
        onClick={() => zoomBy(STEP)}
      />
    </div>
  );
}

type LegendProps = { hasBefore: boolean; hasHiddenLabels: boolean };

function Legend({ hasBefore, hasHiddenLabels }: LegendProps) {
  return (
    <ul className="mt-3 flex flex-wrap gap-x-6 gap-y-1 text-sm text-ink-soft">
      <li className="flex items-center gap-2">
        <Line className="stroke-ink" width={1.75} /> Seam
      </li>
      <li className="flex items-center gap-2">
        <Line className="stroke-ink-quiet" dashes={DASHES.allowance} /> Cut, with seam allowance
      </li>
      <li className="flex items-center gap-2">
        <Line className="stroke-demerara" /> Dimension, in centimeters
        {hasHiddenLabels && ": zoom in for more"}
      </li>
      {hasBefore && (
        <li className="flex items-center gap-2">
          <Line className="text-hibiscus" isColored /> Before the change
        </li>
      )}
    </ul>
  );
}

type LineProps = {
  className: string;
  width?: number;
  dashes?: string | undefined;
  /** The line has the color of text. */
  isColored?: boolean;
};

function Line({ className, dashes, isColored = false, width = 1 }: LineProps) {
  return (
    <svg width="28" height="8" aria-hidden="true" className={className}>
      <path
        d="M0 4h28"
        strokeWidth={width}
        strokeDasharray={dashes}
        stroke={isColored ? "currentColor" : undefined}
      />
    </svg>
  );
}
