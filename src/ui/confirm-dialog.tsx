import { AlertDialog } from "@base-ui/react/alert-dialog";
import type { ReactNode } from "react";
import { useRef } from "react";
import { Button } from "./button.tsx";
import { backdropClass } from "./modal.tsx";

export type ConfirmDialogProps = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: ReactNode;
  description: ReactNode;
  confirmLabel: string;
  onConfirm: () => void;
  cancelLabel?: string;
  /** The confirming button in hibiscus; on unless told otherwise. */
  danger?: boolean;
  busy?: boolean;
  /** Where the focus goes afterwards, if not to what had it before. */
  finalFocus?: (() => HTMLElement | null) | undefined;
};

/** Asks before what cannot be undone; the focus starts on Cancel, and only the two buttons or Escape close it. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { open, onOpenChange, title, description, confirmLabel, onConfirm } = props;
  const { cancelLabel = "Cancel", danger = true, busy = false } = props;
  const cancel = useRef<HTMLButtonElement>(null);
  return (
    <AlertDialog.Root open={open} onOpenChange={(next) => onOpenChange(next)}>
      <AlertDialog.Portal>
        <AlertDialog.Backdrop className={backdropClass} />
        <AlertDialog.Viewport className="fixed inset-0 z-50 flex items-center justify-center p-4">
          <AlertDialog.Popup
            initialFocus={cancel}
            finalFocus={props.finalFocus}
            className="w-full max-w-form bg-white p-6 shadow-raised outline-none transition duration-200 data-ending-style:opacity-0 data-starting-style:opacity-0 sm:p-8"
          >
            <AlertDialog.Title className="display text-xl">{title}</AlertDialog.Title>
            <AlertDialog.Description className="mt-3 text-ink-soft">
              {description}
            </AlertDialog.Description>
            <div className="mt-8 flex flex-col-reverse gap-3 sm:flex-row sm:justify-end">
              <Button
                ref={cancel}
                variant="secondary"
                disabled={busy}
                onClick={() => onOpenChange(false)}
              >
                {cancelLabel}
              </Button>
              <Button variant={danger ? "danger" : "primary"} busy={busy} onClick={onConfirm}>
                {confirmLabel}
              </Button>
            </div>
          </AlertDialog.Popup>
        </AlertDialog.Viewport>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  );
}
