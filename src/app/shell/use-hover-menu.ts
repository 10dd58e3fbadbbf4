import type { FocusEvent, KeyboardEvent, PointerEvent } from "react";
import { useCallback, useEffect, useRef, useState } from "react";

/** Specification 9: a menu waits before it opens and before it closes, and opens at once just after it closed; in milliseconds. */
export const MENU_DELAYS = { open: 200, skip: 300, close: 150 } as const;
/** A press this soon after the pointer opened the menu meant to open it, not to close it. */
const settleMs = 500;

/**
 * A menu that opens under the pointer after 200 ms, by click and by keyboard, and closes 150 ms after the pointer
 * left, when the focus leaves, and with Escape, which gives the focus back to the button.
 */
export function useHoverMenu() {
  const [open, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const openedAt = useRef(0);
  const closedAt = useRef(Number.NEGATIVE_INFINITY);

  const change = useCallback((next: boolean) => {
    clearTimeout(timer.current);
    if (next) openedAt.current = performance.now();
    else closedAt.current = performance.now();
    setOpen(next);
  }, []);
  const close = useCallback(() => change(false), [change]);
  useEffect(() => () => clearTimeout(timer.current), []);

  const later = (next: boolean, delayMs: number) => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => change(next), delayMs);
  };
  return {
    open,
    close,
    /** For the element that holds the button and the sheet. */
    area: {
      onPointerEnter: (event: PointerEvent) => {
        if (event.pointerType !== "mouse") return;
        if (open) clearTimeout(timer.current);
        else {
          const soon = performance.now() - closedAt.current < MENU_DELAYS.skip;
          later(true, soon ? 0 : MENU_DELAYS.open);
        }
      },
      onPointerLeave: (event: PointerEvent) => {
        if (event.pointerType === "mouse") later(false, MENU_DELAYS.close);
      },
      onBlur: (event: FocusEvent<HTMLElement>) => {
        if (open && event.relatedTarget && !event.currentTarget.contains(event.relatedTarget))
          close();
      },
      onKeyDown: (event: KeyboardEvent) => {
        if (event.key !== "Escape" || !open) return;
        close();
        button.current?.focus();
      },
    },
    /** For the button. */
    trigger: {
      ref: button,
      "aria-expanded": open,
      onClick: () => {
        const settling = open && performance.now() - openedAt.current < settleMs;
        if (!settling) change(!open);
      },
    },
  };
}
