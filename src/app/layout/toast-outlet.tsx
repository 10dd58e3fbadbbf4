import { useEffect, useSyncExternalStore } from "react";
import { toastStore } from "#ui/toast-store.ts";
import { useLazyPart } from "#ui/use-lazy-part.ts";

const none = [] as const;
const loadToastList = () => import("#ui/toast-region.tsx").then((module) => module.ToastList);

/**
 * The place where toasts appear; once in the page's frame. The two live regions are there from the start, so that
 * screen readers notice what comes into them; the rest is downloaded with the first toast.
 */
export function ToastOutlet() {
  const toasts = useSyncExternalStore(toastStore.subscribe, toastStore.current, () => none);
  const { part: ToastList, request } = useLazyPart(loadToastList);
  const waiting = toasts.length > 0 && ToastList === null;
  useEffect(() => {
    if (waiting) void request();
  }, [waiting, request]);
  const errors = toasts.filter((toast) => toast.kind === "error");
  const others = toasts.filter((toast) => toast.kind !== "error");
  return (
    <section
      aria-label="Notifications"
      data-toasts=""
      className="pointer-events-none fixed top-2 right-16 left-2 z-60 flex flex-col items-end gap-2 sm:top-auto sm:right-auto sm:bottom-6 sm:left-6 sm:w-96 sm:items-start"
    >
      <div aria-live="assertive" className="contents">
        {ToastList && <ToastList toasts={errors} />}
      </div>
      <div aria-live="polite" className="contents">
        {ToastList && <ToastList toasts={others} />}
      </div>
    </section>
  );
}
