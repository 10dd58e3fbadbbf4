export type ToastKind = "success" | "error" | "info";

export type ToastInput = {
  title: string;
  description?: string;
  /** "info" unless told. */
  kind?: ToastKind;
  /** One thing to do about it, as Undo. */
  action?: { label: string; onSelect: () => void };
};

export type Toast = ToastInput & {
  id: number;
  kind: ToastKind;
  durationMs: number;
};

const mostAtOnce = 3;

/** Long enough to read: 4 s, and 5 s where there is more to read or something to do (specification 10). */
function durationOf(input: ToastInput): number {
  return input.description || input.action || input.kind === "error" ? 5000 : 4000;
}

/** A list of toasts, newest last, at most three: an older one makes room, and the same words twice stand once. */
export function createToastStore() {
  let toasts: readonly Toast[] = [];
  let nextId = 1;
  const listeners = new Set<() => void>();
  const set = (next: readonly Toast[]) => {
    toasts = next;
    for (const listener of listeners) listener();
  };
  return {
    /** Shows a toast and answers its id. */
    show(input: ToastInput): number {
      const id = nextId++;
      const toast = { ...input, id, kind: input.kind ?? "info", durationMs: durationOf(input) };
      const others = toasts.filter(
        (held) => held.title !== input.title || held.description !== input.description,
      );
      set([...others, toast].slice(-mostAtOnce));
      return id;
    },
    /** Takes a toast away; nothing happens when it has gone already. */
    dismiss(id: number): void {
      if (toasts.some((toast) => toast.id === id)) set(toasts.filter((toast) => toast.id !== id));
    },
    /** The toasts on show; the same array until something changes. */
    current: (): readonly Toast[] => toasts,
    /** Calls back after every change; answers how to stop. */
    subscribe(listener: () => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

export const toastStore = createToastStore();

/** Tells the visitor something without stopping them. For the browser only. */
export function showToast(input: ToastInput): number {
  return toastStore.show(input);
}

type OpenChange = { event: Event; cancel: () => void };

/** Keeps a window open when what was pressed outside it is a toast; true when it did. */
export function keepOpenForToasts(details: OpenChange): boolean {
  const { target } = details.event;
  const onToast = target instanceof Element && target.closest("[data-toasts]") !== null;
  if (onToast) details.cancel();
  return onToast;
}
