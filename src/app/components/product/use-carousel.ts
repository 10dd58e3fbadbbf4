import type { KeyboardEvent, MouseEvent, PointerEvent } from "react";
import { useRef, useState } from "react";
import { swipeStep, wrapIndex } from "#features/catalog/carousel.ts";

type Start = { x: number; y: number };

/**
 * Which of a card's pictures shows: turned by swipe, arrow keys and buttons, and on hover the second one at a glance.
 * `seen` are those that were ever wanted: the others are not downloaded.
 */
export function useCarousel(count: number) {
  const [turned, setTurned] = useState<number | null>(null);
  const [hovered, setHovered] = useState(false);
  const [isAwake, setAwake] = useState(false);
  const [seen, setSeen] = useState<readonly number[]>([0]);
  const start = useRef<Start | null>(null);
  const swiped = useRef(false);
  const index = turned ?? (hovered && count > 1 ? 1 : 0);

  const want = (wanted: number) => {
    setSeen((before) => (before.includes(wanted) ? before : [...before, wanted]));
  };
  const turn = (step: -1 | 1) => {
    const next = wrapIndex(index, step, count);
    want(next);
    setTurned(next);
  };
  const wake = () => setAwake(true);
  const hover = (event: PointerEvent, over: boolean) => {
    if (event.pointerType !== "mouse" || count < 2) return;
    if (over) want(1);
    setHovered(over);
  };

  return {
    index,
    seen,
    turn,
    /** True from the first sign of interest: the moment to add what only serves turning. */
    isAwake,
    /** True once the shopper has turned the pictures: from then on the place is announced. */
    isTurned: turned !== null,
    hoverEvents: {
      onFocus: wake,
      onPointerEnter: (event: PointerEvent) => {
        wake();
        hover(event, true);
      },
      onPointerLeave: (event: PointerEvent) => hover(event, false),
    },
    surfaceEvents: {
      onPointerDown: (event: PointerEvent) => {
        swiped.current = false;
        start.current = { x: event.clientX, y: event.clientY };
      },
      onPointerUp: (event: PointerEvent) => {
        const from = start.current;
        start.current = null;
        const step =
          from && count > 1 ? swipeStep(event.clientX - from.x, event.clientY - from.y) : 0;
        if (step === 0) return;
        swiped.current = true;
        turn(step);
      },
      onPointerCancel: () => {
        start.current = null;
      },
      // The click that ends a swipe is no wish to open anything.
      onClick: (event: MouseEvent) => {
        if (swiped.current) event.preventDefault();
        swiped.current = false;
      },
      onKeyDown: (event: KeyboardEvent) => {
        if (count < 2 || (event.key !== "ArrowLeft" && event.key !== "ArrowRight")) return;
        event.preventDefault();
        turn(event.key === "ArrowRight" ? 1 : -1);
      },
    },
  };
}
