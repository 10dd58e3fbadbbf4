type ToastKind = "success" | "error" | "info";

export type ToastInput = {
  title: string;
  description?: string;
  /** "info" by default. */
  kind?: ToastKind;
  /** What it reports on, such as the save of a form: a failure goes once a newer toast reports on the same. */
  about?: string;
  /** One action, such as Undo. */
  action?: { label: string; onSelect: () => void };
};

export type Toast = ToastInput & {
  id: number;
  kind: ToastKind;
  durationMs: number;
};

const mostAtOnce = 3;

/** 4 s, or 5 s with more to read or an action (specification 10). */
function durationOf(input: ToastInput): number {
  return input.description || input.action || input.kind === "error" ? 5000 : 4000;
}

/** Shows three at most, newest last, equal text once, and no failure beside what became of its repetition. */
export function createToastStore() {
  let toasts: readonly Toast[] = [];
  let nextId = 1;
  const listeners = new Set<() => void>();
  const set = (next: readonly Toast[]) => {
    toasts = next;
    for (const listener of listeners) listener();
  };
  return {
    /** Returns the toast's id. */
    show(input: ToastInput): number {
      const id = nextId++;
      const toast = { ...input, id, kind: input.kind ?? "info", durationMs: durationOf(input) };
      const isSettled = (held: Toast) =>
        held.kind === "error" && held.about !== undefined && held.about === input.about;
      const isRepeated = (held: Toast) =>
        held.title === input.title && held.description === input.description;
      const others = toasts.filter((held) => !isSettled(held) && !isRepeated(held));
      set([...others, toast].slice(-mostAtOnce));
      return id;
    },
    dismiss(id: number): void {
      if (toasts.some((toast) => toast.id === id)) set(toasts.filter((toast) => toast.id !== id));
    },
    /** Returns the same array until something changes. */
    current: (): readonly Toast[] => toasts,
    /** Returns an unsubscribe function. */
    subscribe(listener: () => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

export const toastStore = createToastStore();

/** Browser only. */
export function showToast(input: ToastInput): number {
  return toastStore.show(input);
}

type OpenChange = { event: Event; cancel: () => void };

/** Returns whether the click was on a toast, and then keeps the dialog open. */
export function keepOpenForToasts(details: OpenChange): boolean {
  const { target } = details.event;
  const onToast = target instanceof Element && target.closest("[data-toasts]") !== null;
  if (onToast) details.cancel();
  return onToast;
}
