import { Dialog as Base } from "@base-ui/react/dialog";
import { useEffect, useRef } from "react";
import { useNavigate } from "react-router";
import { Modal } from "#ui/dialog.tsx";
import type { Choice } from "./choice.ts";
import { PaletteSearch } from "./palette-search.tsx";
import { rememberChoice } from "./recent-choices.browser.ts";

type Props = { open: boolean; onOpenChange: (open: boolean) => void };

/** Finds anything in the shop and goes there, from every page of the admin; on phones it fills the screen. */
export function Palette({ open, onOpenChange }: Props) {
  const input = useRef<HTMLInputElement>(null);
  const chosen = useRef<Choice | null>(null);
  const navigate = useNavigate();
  useEffect(() => {
    if (open) chosen.current = null;
  }, [open]);
  const choose = (choice: Choice) => {
    chosen.current = choice;
    rememberChoice(choice);
    onOpenChange(false);
    navigate(choice.path);
  };
  const focusChosen = () => {
    // A field that the address names takes the focus itself.
    if (chosen.current === null || chosen.current.path.includes("#")) return;
    document.querySelector<HTMLElement>("main")?.focus();
  };
  return (
    <Modal open={open} onOpenChange={onOpenChange} onClosed={focusChosen}>
      <Base.Viewport className="fixed inset-0 z-50 flex items-start justify-center sm:px-6 sm:pt-[min(14vh,8rem)]">
        <Base.Popup
          data-palette=""
          initialFocus={input}
          finalFocus={() => chosen.current === null}
          className="relative flex h-dvh w-full flex-col bg-white shadow-raised outline-none transition duration-200 data-ending-style:-translate-y-2 data-ending-style:opacity-0 data-starting-style:-translate-y-2 data-starting-style:opacity-0 sm:h-auto sm:max-w-160"
        >
          <Base.Title className="sr-only">Search everything</Base.Title>
          <PaletteSearch input={input} onChoose={choose} onClose={() => onOpenChange(false)} />
        </Base.Popup>
      </Base.Viewport>
    </Modal>
  );
}
