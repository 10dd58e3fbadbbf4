import { AlertDialog } from "@base-ui/react/alert-dialog";
import { Dialog as Base } from "@base-ui/react/dialog";
import { X } from "lucide-react";
import type { MouseEvent, ReactNode } from "react";
import { useRef } from "react";
import { Button, iconButtonClass } from "./button.tsx";
import { focusPageStart } from "./page-start.ts";
import { keepOpenForToasts } from "./toast-store.ts";

type DrawerProps = ModalProps & {
  title: ReactNode;
  /** Renders small text right of the title, such as a count. */
  aside?: ReactNode;
  children: ReactNode;
  /** Remains visible below the content. */
  footer?: ReactNode;
  side?: "right" | "left";
};

const sides = {
  right: "right-0 data-ending-style:translate-x-full data-starting-style:translate-x-full",
  left: "left-0 data-ending-style:-translate-x-full data-starting-style:-translate-x-full",
};

/** On a low screen, such as a phone's with the bars of its browser, the whole drawer scrolls: the footer would cover its content. */
const lowDrawer = {
  popup: "[@media(max-height:40rem)]:overflow-y-auto",
  content: "[@media(max-height:40rem)]:shrink-0 [@media(max-height:40rem)]:overflow-y-visible",
};

/**
 * Traps and returns the focus; Escape or a click outside closes it. Load it on intent: `useLazyPart(() =>
 * import("#ui/dialog.tsx"))`.
 */
export function Drawer(props: DrawerProps) {
  const { title, aside, children, footer, side = "right", onClosed } = props;
  const leading = useLeadingLink(onClosed);
  return (
    <Modal {...props} onClosed={leading.onClosed}>
      <Base.Popup
        {...leading.watch}
        finalFocus={leading.finalFocus}
        className={`fixed inset-y-0 z-50 flex w-[min(100vw-2.5rem,27.5rem)] flex-col outline-none transition-transform duration-300 bg-paper ${lowDrawer.popup} ${sides[side]}`}
      >
        <div className="flex h-18 shrink-0 items-center gap-3 border-b border-line pr-2 pl-5 sm:pl-6">
          <Base.Title className="display grow text-xl">{title}</Base.Title>
          {aside && <span className="figures text-sm text-ink-quiet">{aside}</span>}
          <Base.Close aria-label="Close" className={iconButtonClass}>
            <X size={20} aria-hidden="true" />
          </Base.Close>
        </div>
        <div
          className={`grow overflow-y-auto overscroll-contain px-5 py-5 sm:px-6 ${lowDrawer.content}`}
        >
          {children}
        </div>
        {footer && (
          <div className="border-t border-line px-5 pt-4 pb-[max(1.25rem,env(safe-area-inset-bottom))] sm:px-6">
            {footer}
          </div>
        )}
      </Base.Popup>
    </Modal>
  );
}

type ModalProps = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** Runs after the closing transition, to reset state. */
  onClosed?: (() => void) | undefined;
  /** False while a click outside would lose work. */
  dismissible?: boolean;
};

const backdropClass =
  "fixed inset-0 z-50 bg-ink/45 transition-opacity data-ending-style:opacity-0 data-starting-style:opacity-0";

/** Clicking a toast does not close it. */
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

/** A dialog that closes because one of its links was followed gives the focus to the next page, not to its opener. */
function useLeadingLink(onClosed: (() => void) | undefined, opener?: () => HTMLElement | null) {
  const leads = useRef(false);
  return {
    watch: {
      onClickCapture: ({ target }: MouseEvent) => {
        leads.current = target instanceof Element && target.closest("a[href]") !== null;
      },
      // Enter on a link clicks it afterwards.
      onKeyDownCapture: () => {
        leads.current = false;
      },
    },
    finalFocus: () => (leads.current ? false : (opener?.() ?? true)),
    onClosed: () => {
      if (leads.current) focusPageStart();
      leads.current = false;
      onClosed?.();
    },
  };
}

export type DialogProps = ModalProps & {
  title: ReactNode;
  description?: ReactNode;
  children?: ReactNode;
  /** Buttons remain visible while the content scrolls. */
  footer?: ReactNode;
  /** 440, 640 or 960 px at most. */
  size?: "sm" | "md" | "lg";
  /** Fills a phone's screen, for forms with a keyboard. */
  fillsPhone?: boolean;
  /** Receives the focus on closing. */
  finalFocus?: (() => HTMLElement | null) | undefined;
};

const sizes = { sm: "sm:max-w-sheet", md: "sm:max-w-160", lg: "sm:max-w-240" };

/** Scrolls the whole dialog on a low screen (a phone on its side, 400 % zoom). */
const lowScreen = {
  popup: "[@media(max-height:32rem)]:overflow-y-auto",
  content: "[@media(max-height:32rem)]:shrink-0 [@media(max-height:32rem)]:overflow-y-visible",
};

/** Traps and returns the focus; Escape closes it. Load it on intent: `useLazyPart(() => import("#ui/dialog.tsx"))`. */
export function Dialog(props: DialogProps) {
  const { title, description, children, footer, size = "md", fillsPhone = false } = props;
  const leading = useLeadingLink(props.onClosed, props.finalFocus);
  const height = fillsPhone ? "h-dvh sm:h-auto sm:max-h-[92dvh]" : "max-h-[92dvh]";
  return (
    <Modal {...props} onClosed={leading.onClosed}>
      <Base.Viewport className="fixed inset-0 z-50 flex items-end justify-center sm:items-center sm:p-6">
        <Base.Popup
          {...leading.watch}
          finalFocus={leading.finalFocus}
          className={`relative flex ${height} w-full flex-col bg-white shadow-raised outline-none transition duration-300 data-ending-style:translate-y-4 data-ending-style:opacity-0 data-starting-style:translate-y-4 data-starting-style:opacity-0 ${sizes[size]} ${lowScreen.popup}`}
        >
          <div
            className={`px-5 pt-6 pr-16 pb-4 sm:px-8 sm:pt-8 sm:pr-16 ${fillsPhone ? "border-b border-line" : ""}`}
          >
            <Base.Title className="display text-xl">{title}</Base.Title>
            {description && (
              <Base.Description className="mt-2 text-sm text-ink-soft">
                {description}
              </Base.Description>
            )}
          </div>
          {children && (
            <div
              className={`grow overflow-y-auto overscroll-contain px-5 pb-6 sm:px-8 sm:pb-8 ${fillsPhone ? "pt-6" : "pt-1"} ${lowScreen.content}`}
            >
              {children}
            </div>
          )}
          {footer && (
            <div className="flex flex-col-reverse gap-3 border-t border-line px-5 py-4 sm:flex-row sm:justify-end sm:px-8">
              {footer}
            </div>
          )}
          <Base.Close aria-label="Close" className={`${iconButtonClass} absolute! top-3 right-3`}>
            <X size={20} aria-hidden="true" />
          </Base.Close>
        </Base.Popup>
      </Base.Viewport>
    </Modal>
  );
}

type ConfirmDialogProps = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: ReactNode;
  description: ReactNode;
  confirmLabel: string;
  onConfirm: () => void;
  cancelLabel?: string;
  busy?: boolean;
  /** Receives the focus on closing. */
  finalFocus?: (() => HTMLElement | null) | undefined;
};

/** Focus starts on Cancel; only the buttons or Escape close it. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { open, onOpenChange, title, description, confirmLabel, onConfirm } = props;
  const { cancelLabel = "Cancel", busy = false } = props;
  const cancel = useRef<HTMLButtonElement>(null);
  return (
    <AlertDialog.Root open={open} onOpenChange={(next) => onOpenChange(next)}>
      <AlertDialog.Portal>
        <AlertDialog.Backdrop className={backdropClass} />
        <AlertDialog.Viewport className="fixed inset-0 z-50 flex items-center justify-center p-4">
          <AlertDialog.Popup
            initialFocus={cancel}
            finalFocus={props.finalFocus}
            className="max-h-full w-full max-w-form overflow-y-auto bg-white p-6 shadow-raised outline-none transition duration-200 data-ending-style:opacity-0 data-starting-style:opacity-0 sm:p-8"
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
              <Button variant="danger" busy={busy} onClick={onConfirm}>
                {confirmLabel}
              </Button>
            </div>
          </AlertDialog.Popup>
        </AlertDialog.Viewport>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  );
}
