import { Dialog as Base } from "@base-ui/react/dialog";
import type { ReactNode } from "react";
import { keepOpenForToasts } from "./toast-store.ts";

export type ModalProps = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** After the leaving motion: the moment to reset what was chosen. */
  onClosed?: (() => void) | undefined;
  /** False while work would be lost: a press outside does not close it then. */
  dismissible?: boolean;
};

export const backdropClass =
  "fixed inset-0 z-50 bg-ink/45 transition-opacity data-ending-style:opacity-0 data-starting-style:opacity-0";

/** What dialogs and drawers share: the darkened page behind them, Escape, and that pressing a toast does not close them. */
export function Modal(props: ModalProps & { children: ReactNode }) {
  const { open, onOpenChange, onClosed, dismissible = true, children } = props;
  return (
    <Base.Root
      open={open}
      disablePointerDismissal={!dismissible}
      onOpenChange={(next, details) => {
        if (!keepOpenForToasts(details)) onOpenChange(next);
      }}
      onOpenChangeComplete={(next) => {
        if (!next) onClosed?.();
      }}
    >
      <Base.Portal>
        <Base.Backdrop className={backdropClass} />
        {children}
      </Base.Portal>
    </Base.Root>
  );
}
