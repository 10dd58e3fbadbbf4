import { Dialog as Base } from "@base-ui/react/dialog";
import { X } from "lucide-react";
import type { ReactNode } from "react";
import { iconButtonClass } from "./icon-button.tsx";
import { keepOpenForToasts } from "./toast-store.ts";

export type DialogProps = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: ReactNode;
  description?: ReactNode;
  children?: ReactNode;
  /** Buttons; they stay in view while the content scrolls. */
  footer?: ReactNode;
  /** 440, 640 or 960 px at most. */
  size?: "sm" | "md" | "lg";
  /** False while work would be lost: a press outside does not close it then. */
  dismissible?: boolean;
  /** True for a form: on phones it takes the whole screen, whose keyboard leaves little enough of it. */
  fillsPhone?: boolean;
  /** After the leaving motion: the moment to reset what was chosen. */
  onClosed?: () => void;
};

const sizes = { sm: "sm:max-w-sheet", md: "sm:max-w-160", lg: "sm:max-w-240" };

export const backdropClass =
  "fixed inset-0 z-50 bg-ink/45 transition-opacity data-ending-style:opacity-0 data-starting-style:opacity-0";

/** On a screen too low for a head and a foot that stay in view (a phone on its side, 400 % zoom) the whole window scrolls. */
const lowScreen = {
  popup: "[@media(max-height:32rem)]:overflow-y-auto",
  content: "[@media(max-height:32rem)]:shrink-0 [@media(max-height:32rem)]:overflow-y-visible",
};

/**
 * A window over the page: holds the focus, returns it, closes with Escape. On phones it rises from the bottom edge.
 * Load it on intent: `useLazyPart(() => import("#ui/dialog.tsx"))`.
 */
export function Dialog(props: DialogProps) {
  const { open, onOpenChange, title, description, children, footer, onClosed } = props;
  const { size = "md", dismissible = true, fillsPhone = false } = props;
  const height = fillsPhone ? "h-dvh sm:h-auto sm:max-h-[92dvh]" : "max-h-[92dvh]";
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
        <Base.Viewport className="fixed inset-0 z-50 flex items-end justify-center sm:items-center sm:p-6">
          <Base.Popup
            className={`relative flex ${height} w-full flex-col bg-white shadow-raised outline-none transition duration-300 data-ending-style:translate-y-4 data-ending-style:opacity-0 data-starting-style:translate-y-4 data-starting-style:opacity-0 ${sizes[size]} ${lowScreen.popup}`}
          >
            <div className="px-5 pt-6 pr-16 pb-4 sm:px-8 sm:pt-8 sm:pr-16">
              <Base.Title className="display text-xl">{title}</Base.Title>
              {description && (
                <Base.Description className="mt-2 text-sm text-ink-soft">
                  {description}
                </Base.Description>
              )}
            </div>
            {children && (
              <div
                className={`grow overflow-y-auto overscroll-contain px-5 pt-1 pb-6 sm:px-8 sm:pb-8 ${lowScreen.content}`}
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
      </Base.Portal>
    </Base.Root>
  );
}
