import { Dialog as Base } from "@base-ui/react/dialog";
import { X } from "lucide-react";
import type { ReactNode } from "react";
import { iconButtonClass } from "./icon-button.tsx";
import type { ModalProps } from "./modal.tsx";
import { Modal } from "./modal.tsx";

export type DialogProps = ModalProps & {
  title: ReactNode;
  description?: ReactNode;
  children?: ReactNode;
  /** Buttons; they stay in view while the content scrolls. */
  footer?: ReactNode;
  /** 440, 640 or 960 px at most. */
  size?: "sm" | "md" | "lg";
  /** True for a form: on phones it takes the whole screen, whose keyboard leaves little enough of it. */
  fillsPhone?: boolean;
  /** Where the focus goes afterwards, if not to what had it before. */
  finalFocus?: (() => HTMLElement | null) | undefined;
};

const sizes = { sm: "sm:max-w-sheet", md: "sm:max-w-160", lg: "sm:max-w-240" };

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
  const { title, description, children, footer, size = "md", fillsPhone = false } = props;
  const height = fillsPhone ? "h-dvh sm:h-auto sm:max-h-[92dvh]" : "max-h-[92dvh]";
  return (
    <Modal {...props}>
      <Base.Viewport className="fixed inset-0 z-50 flex items-end justify-center sm:items-center sm:p-6">
        <Base.Popup
          finalFocus={props.finalFocus}
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
