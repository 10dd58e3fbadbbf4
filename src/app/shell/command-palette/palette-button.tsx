import { Search } from "lucide-react";
import { iconButtonClass } from "#ui/button.tsx";
import { useHydrated } from "#ui/hydration.ts";
import { Kbd } from "./kbd.tsx";
import { SEARCH_PATH } from "./use-palette.tsx";

type Props = {
  /** "field" in the rail, with its keys; "icon" in the bar of phones. */
  look: "field" | "icon";
  onPress: () => void;
  /** Somebody is about to press it. */
  onIntent: () => void;
};

const looks = {
  icon: iconButtonClass,
  field:
    "flex min-h-10 w-full items-center gap-3 rounded-hair border border-line bg-paper px-3 text-left text-sm text-ink-quiet transition-colors hover:border-edge hover:text-ink pointer-coarse:min-h-11",
};

/** Opens the palette; before the page's script runs it leads to the search as a page. */
export function PaletteButton({ look, onPress, onIntent }: Props) {
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
