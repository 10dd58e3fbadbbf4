import { Dialog } from "@base-ui/react/dialog";
import type { ReactNode } from "react";
import { useRef } from "react";

type Props = {
  /** Announced on opening; the content shows its own headings. */
  title: string;
  onClose: () => void;
  /** What has the focus when it opens; by default its first control. */
  startOf?: (popup: HTMLElement) => HTMLElement | null;
  children: ReactNode;
};

/** Covers the page with one task. Traps and returns the focus; Escape closes it. The content has a visible way out of its own. */
export function FullScreen({ children, onClose, startOf, title }: Props) {
  const popup = useRef<HTMLDivElement>(null);
  return (
    <Dialog.Root
      open
      disablePointerDismissal
      onOpenChange={(next) => {
        if (!next) onClose();
      }}
    >
      <Dialog.Portal>
        <Dialog.Popup
          ref={popup}
          initialFocus={() => (popup.current && startOf?.(popup.current)) ?? true}
          className="fixed inset-0 z-50 overflow-y-auto overscroll-contain bg-paper outline-none transition-opacity data-starting-style:opacity-0"
        >
          <Dialog.Title className="sr-only">{title}</Dialog.Title>
          <div className="mx-auto flex min-h-full w-full max-w-page flex-col px-4 pb-[max(1rem,env(safe-area-inset-bottom))] md:px-10">
            {children}
          </div>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
