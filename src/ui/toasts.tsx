import { CircleAlert, CircleCheck, Info, X } from "lucide-react";
import type { RefObject } from "react";
import { useEffect, useLayoutEffect, useRef, useState, useSyncExternalStore } from "react";
import { iconButtonClass } from "./button.tsx";
import type { Toast } from "./toast-store.ts";
import { toastStore } from "./toast-store.ts";

const none = [] as const;

/** Runs again when their number or the window's size changes. */
function useFreePosition(area: RefObject<HTMLElement | null>, count: number): void {
  useLayoutEffect(() => {
    if (count === 0) return;
    const move = async () => {
      // Offline the toasts stay where they are.
      if (!navigator.onLine) return;
      const position = await import("./toast-position.ts").catch(() => null);
      if (area.current) position?.moveToFreePosition(area.current);
    };
    void move();
    // A panel opening with the toast moves into position later.
    const again = setTimeout(() => void move(), 400);
    const onResize = () => void move();
    addEventListener("resize", onResize);
    return () => {
      clearTimeout(again);
      removeEventListener("resize", onResize);
      area.current?.removeAttribute("style");
    };
  }, [area, count]);
}

/** Both live regions exist from the start, so that screen readers notice new content. */
export function ToastOutlet() {
  const toasts = useSyncExternalStore(toastStore.subscribe, toastStore.current, () => none);
  const errors = toasts.filter((toast) => toast.kind === "error");
  const others = toasts.filter((toast) => toast.kind !== "error");
  const area = useRef<HTMLElement>(null);
  useFreePosition(area, toasts.length);
  return (
    <section
      ref={area}
      aria-label="Notifications"
      data-toasts=""
      className="[body:has([data-save-bar])_&]:top-auto [body:has([data-save-bar])_&]:bottom-24 pointer-events-none fixed inset-x-4 top-2 z-60 flex flex-col items-end gap-2 sm:top-auto sm:right-auto sm:bottom-6 sm:left-6 sm:w-96 sm:items-start"
    >
      <div aria-live="assertive" className="contents">
        <ToastList toasts={errors} />
      </div>
      <div aria-live="polite" className="contents">
        <ToastList toasts={others} />
      </div>
    </section>
  );
}

const looks = {
  success: { icon: CircleCheck, tint: "text-success" },
  error: { icon: CircleAlert, tint: "text-hibiscus" },
  info: { icon: Info, tint: "text-demerara" },
};

function ToastList({ toasts }: { toasts: readonly Toast[] }) {
  return toasts.map((toast) => <ToastCard key={toast.id} toast={toast} />);
}

/** Tab from the page would reach the toast too late. */
const REACH_KEY = "F6";

/** Returns the focus when the toast closes. */
function useReach(action: RefObject<HTMLButtonElement | null>) {
  const cameFrom = useRef<Element | null>(null);
  useEffect(() => {
    const reach = (event: globalThis.KeyboardEvent) => {
      if (event.key !== REACH_KEY || !action.current) return;
      event.preventDefault();
      if (document.activeElement !== action.current) cameFrom.current = document.activeElement;
      action.current.focus();
    };
    window.addEventListener("keydown", reach);
    return () => window.removeEventListener("keydown", reach);
  }, [action]);
  return () => {
    if (cameFrom.current instanceof HTMLElement) cameFrom.current.focus({ preventScroll: true });
  };
}

/** The timer stops on hover and focus; Escape closes it. */
function ToastCard({ toast }: { toast: Toast }) {
  const [held, setHeld] = useState(false);
  const action = useRef<HTMLButtonElement>(null);
  const goBack = useReach(action);
  const { icon: Icon, tint } = looks[toast.kind];
  const close = () => {
    goBack();
    toastStore.dismiss(toast.id);
  };
  useEffect(() => {
    if (held) return;
    const timer = setTimeout(() => toastStore.dismiss(toast.id), toast.durationMs);
    return () => clearTimeout(timer);
  }, [held, toast]);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: pausing the timer is not an action
    <div
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
      onKeyDown={(event) => event.key === "Escape" && close()}
      className="pointer-events-auto flex w-full animate-rise items-start gap-3 border border-line bg-white py-2 pr-1 pl-4 shadow-raised"
    >
      <Icon size={20} aria-hidden="true" className={`mt-3 ${tint}`} />
      <div className="grow py-2.5 text-sm">
        <p className="font-medium">{toast.title}</p>
        {toast.description && <p className="text-ink-soft">{toast.description}</p>}
        {toast.action && (
          <p>
            <button
              ref={action}
              type="button"
              aria-keyshortcuts={REACH_KEY}
              className="link mt-1 py-1 font-medium"
              onClick={() => {
                toast.action?.onSelect();
                close();
              }}
            >
              {toast.action.label}
            </button>
            {/* Shown while the keyboard is in use. */}
            <span
              aria-hidden="true"
              className="ml-2 hidden font-sans text-xs text-ink-quiet [body:has(:focus-visible)_&]:inline"
            >
              {REACH_KEY}
            </span>
          </p>
        )}
      </div>
      <button
        type="button"
        aria-label="Close notification"
        className={iconButtonClass}
        onClick={close}
      >
        <X size={18} aria-hidden="true" />
      </button>
    </div>
  );
}
