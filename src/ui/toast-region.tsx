import { CircleAlert, CircleCheck, Info, X } from "lucide-react";
import { useEffect, useState } from "react";
import { iconButtonClass } from "./icon-button.tsx";
import type { Toast } from "./toast-store.ts";
import { toastStore } from "./toast-store.ts";

const looks = {
  success: { icon: CircleCheck, tint: "text-success" },
  error: { icon: CircleAlert, tint: "text-hibiscus" },
  info: { icon: Info, tint: "text-demerara" },
};

/** The toasts of one live region. */
export function ToastList({ toasts }: { toasts: readonly Toast[] }) {
  return toasts.map((toast) => <ToastCard key={toast.id} toast={toast} />);
}

/** One toast: its time stops while it is pointed at or holds the focus; Escape closes it. */
function ToastCard({ toast }: { toast: Toast }) {
  const [held, setHeld] = useState(false);
  const { icon: Icon, tint } = looks[toast.kind];
  const close = () => toastStore.dismiss(toast.id);
  useEffect(() => {
    if (held) return;
    const timer = setTimeout(() => toastStore.dismiss(toast.id), toast.durationMs);
    return () => clearTimeout(timer);
  }, [held, toast]);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: pausing is a courtesy, not an action
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
          <button
            type="button"
            className="link mt-1 py-1 font-medium"
            onClick={() => {
              toast.action?.onSelect();
              close();
            }}
          >
            {toast.action.label}
          </button>
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
