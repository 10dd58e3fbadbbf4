import { Search } from "lucide-react";
import type { ReactNode } from "react";
import { useEffect, useEffectEvent, useState } from "react";
import { useNavigate } from "react-router";
import { Kbd } from "#ui/badge.tsx";
import { iconButtonClass } from "#ui/button.tsx";
import { useHydrated, useLazyPart } from "#ui/hydration.ts";

const loadPalette = () => import("./palette.tsx").then((module) => module.Palette);

/** Opens if the palette does not load. */
const SEARCH_PATH = "/admin/search";

/** An open dialog takes precedence. */
const isDialogOpen = () =>
  document.querySelector("[role=alertdialog], [role=dialog]:not([data-palette])") !== null;

/** Opens with Ctrl K or Cmd K; downloads at first use. */
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
    else if (!isDialogOpen()) void show();
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

type PaletteButtonProps = {
  /** "field" in the rail, "icon" in the phone's bar. */
  look: "field" | "icon";
  onPress: () => void;
  /** Runs on hover and focus. */
  onIntent: () => void;
};

const looks = {
  icon: iconButtonClass,
  field:
    "flex min-h-10 w-full items-center gap-3 rounded-hair border border-line bg-paper px-3 text-left text-sm text-ink-quiet transition-colors hover:border-edge hover:text-ink pointer-coarse:min-h-11",
};

/** Links to the search page until the script runs. */
export function PaletteButton({ look, onPress, onIntent }: PaletteButtonProps) {
  const isMac = useHydrated() && /Mac|iPhone|iPad/.test(navigator.platform);
  return (
    <form
      action={SEARCH_PATH}
      className="contents"
      onSubmit={(event) => {
        event.preventDefault();
        onPress();
      }}
    >
      <button
        type="submit"
        aria-label={look === "icon" ? "Search everything" : undefined}
        aria-haspopup="dialog"
        aria-keyshortcuts="Control+K Meta+K"
        title={look === "icon" ? "Search everything" : undefined}
        onPointerEnter={onIntent}
        onFocus={onIntent}
        className={looks[look]}
      >
        <Search size={look === "icon" ? 20 : 18} aria-hidden="true" />
        {look === "field" && (
          <>
            <span className="grow">
              Search<span className="sr-only"> everything</span>
            </span>
            <span aria-hidden="true">
              <Kbd>{isMac ? "⌘ K" : "Ctrl K"}</Kbd>
            </span>
          </>
        )}
      </button>
    </form>
  );
}
