import { Dialog as Base } from "@base-ui/react/dialog";
import { X } from "lucide-react";
import type { ReactNode } from "react";
import { iconButtonClass } from "./icon-button.tsx";
import type { ModalProps } from "./modal.tsx";
import { Modal } from "./modal.tsx";

export type DrawerProps = ModalProps & {
  title: ReactNode;
  /** Small words at the right of the title, as a count. */
  aside?: ReactNode;
  children: ReactNode;
  /** Stays in view below the content. */
  footer?: ReactNode;
  side?: "right" | "left";
  /** The storefront's drawers are paper, the admin's white. */
  ground?: "paper" | "white";
};

const sides = {
  right: "right-0 data-ending-style:translate-x-full data-starting-style:translate-x-full",
  left: "left-0 data-ending-style:-translate-x-full data-starting-style:-translate-x-full",
};

/**
 * A sheet of 440 px at the page's side: holds the focus, returns it, closes with Escape or a press beside it.
 * Load it on intent: `useLazyPart(() => import("#ui/drawer.tsx"))`.
 */
export function Drawer(props: DrawerProps) {
  const { title, aside, children, footer, side = "right", ground = "paper" } = props;
  const sheet = ground === "paper" ? "bg-paper" : "bg-white";
  return (
    <Modal {...props}>
      <Base.Popup
        className={`fixed inset-y-0 z-50 flex w-[min(100vw-2.5rem,27.5rem)] flex-col outline-none transition-transform duration-300 ${sheet} ${sides[side]}`}
      >
        <div className="flex h-18 shrink-0 items-center gap-3 border-b border-line pr-2 pl-5 sm:pl-6">
          <Base.Title className="display grow text-xl">{title}</Base.Title>
          {aside && <span className="figures text-sm text-ink-quiet">{aside}</span>}
          <Base.Close aria-label="Close" className={iconButtonClass}>
            <X size={20} aria-hidden="true" />
          </Base.Close>
        </div>
        <div className="grow overflow-y-auto overscroll-contain px-5 py-5 sm:px-6">{children}</div>
        {footer && (
          <div className="border-t border-line px-5 pt-4 pb-[max(1.25rem,env(safe-area-inset-bottom))] sm:px-6">
            {footer}
          </div>
        )}
      </Base.Popup>
    </Modal>
  );
}
