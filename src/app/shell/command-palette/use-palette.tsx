import type { ReactNode } from "react";
import { useEffect, useEffectEvent, useState } from "react";
import { useNavigate } from "react-router";
import { useLazyPart } from "#ui/hydration.ts";

const loadPalette = () => import("./palette.tsx").then((module) => module.Palette);

/** The search as a page, for whoever's palette does not arrive. */
export const SEARCH_PATH = "/admin/search";

/** Something else asks a question, which comes first. */
const isAsked = () =>
  document.querySelector("[role=alertdialog], [role=dialog]:not([data-palette])") !== null;

/** The palette, opened with Ctrl K or Cmd K and by `show`; downloaded when it is first wanted. */
export function usePalette(): { palette: ReactNode; show: () => void; prepare: () => void } {
  const { part: Palette, request } = useLazyPart(loadPalette);
  const [isOpen, setOpen] = useState(false);
  const navigate = useNavigate();
  async function show() {
    setOpen(true);
    if (await request()) return;
    setOpen(false);
    navigate(SEARCH_PATH);
  }
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    const { ctrlKey, metaKey, altKey, shiftKey, key } = event;
    if (!(ctrlKey || metaKey) || altKey || shiftKey || key.toLowerCase() !== "k") return;
    event.preventDefault(); // the browser's own search field
    if (isOpen) setOpen(false);
    else if (!isAsked()) void show();
  });
  useEffect(() => {
    document.addEventListener("keydown", onKeyDown);
    return () => document.removeEventListener("keydown", onKeyDown);
  }, []);
  return {
    palette: Palette && <Palette open={isOpen} onOpenChange={setOpen} />,
    show: () => void show(),
    prepare: () => void request(),
  };
}
