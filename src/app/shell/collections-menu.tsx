import { ChevronDown } from "lucide-react";
import type { FocusEvent, KeyboardEvent, PointerEvent } from "react";
import { useCallback, useEffect, useId, useRef, useState } from "react";
import { Link, useLocation, useNavigate } from "react-router";
import type { MenuCollection } from "#features/settings/site-shell.ts";
import { classNames } from "#ui/class-names.ts";
import { useHydrated, useLazyPart } from "#ui/hydration.ts";
import { navLinkClass } from "./nav-link.tsx";

/** Specification 9: a menu waits before it opens and before it closes, and opens at once just after it closed; in milliseconds. */
export const MENU_DELAYS = { open: 200, skip: 300, close: 150 } as const;
/** A press this soon after the pointer opened the menu meant to open it, not to close it. */
const settleMs = 500;

/**
 * A menu that opens under the pointer after 200 ms, by click and by keyboard, and closes 150 ms after the pointer
 * left, when the focus leaves, and with Escape, which gives the focus back to the button.
 */
function useHoverMenu() {
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

const loadSheet = () => import("./collections-panel.tsx").then((module) => module.CollectionsPanel);

/**
 * The Collections entry of the menu and its sheet over the full width. Before the page's script has arrived it is a
 * link to the shop, which shows the same collections; phones have another menu and never download the sheet.
 */
export function CollectionsMenu({ menu }: { menu: readonly MenuCollection[] }) {
  const hydrated = useHydrated();
  const { pathname, key } = useLocation();
  const { open, close, area, trigger } = useHoverMenu();
  const { part: CollectionsSheet, request } = useLazyPart(loadSheet);
  const navigate = useNavigate();
  const sheetId = useId();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key changes with every navigation, which closes the sheet
  useEffect(() => close(), [key, close]);
  const look = classNames(navLinkClass, "gap-1.5");
  const here = pathname.startsWith("/collections/");
  if (!hydrated) {
    return (
      <Link to="/shop" className={look} data-here={here || undefined}>
        Collections <Chevron open={false} />
      </Link>
    );
  }
  return (
    <div {...area} className="flex h-full items-center">
      <button
        type="button"
        {...trigger}
        onPointerEnter={() => void request()}
        onFocus={() => void request()}
        onClick={async () => {
          trigger.onClick();
          if (!(await request())) navigate("/shop");
        }}
        aria-controls={open && CollectionsSheet ? sheetId : undefined}
        className={look}
        data-here={here || undefined}
      >
        Collections <Chevron open={open} />
      </button>
      {open && CollectionsSheet && <CollectionsSheet id={sheetId} menu={menu} />}
    </div>
  );
}

function Chevron({ open }: { open: boolean }) {
  return (
    <ChevronDown
      size={15}
      aria-hidden="true"
      className={classNames("transition-transform", open && "rotate-180")}
    />
  );
}
