import { useSyncExternalStore } from "react";
import { ToastList } from "#ui/toast-region.tsx";
import { toastStore } from "#ui/toast-store.ts";

const none = [] as const;

/**
 * The place where toasts appear; once in the page's frame. The two live regions are there from the start, so that screen readers
 * notice what comes into them. Nothing of it is downloaded later: a toast often says that the network is gone.
 */
export function ToastOutlet() {
  const toasts = useSyncExternalStore(toastStore.subscribe, toastStore.current, () => none);
  const errors = toasts.filter((toast) => toast.kind === "error");
  const others = toasts.filter((toast) => toast.kind !== "error");
  return (
    <section
      aria-label="Notifications"
      data-toasts=""
      className="pointer-events-none fixed top-2 right-16 left-2 z-60 flex flex-col items-end gap-2 sm:top-auto sm:right-auto sm:bottom-6 sm:left-6 sm:w-96 sm:items-start"
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
