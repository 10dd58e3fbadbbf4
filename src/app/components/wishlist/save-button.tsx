import { Heart } from "lucide-react";
import { IconButton } from "#ui/button.tsx";
import { toggleSaved, useIsSaved } from "./wishlist-store.browser.ts";

type Props = { piece: { readonly id: string; readonly name: string }; className?: string };

/**
 * The heart that saves a piece for later. Its name stays the same and its state says the rest, as toggles do; a browser that runs no
 * script keeps no wishlist and shows none.
 */
export function SaveButton({ piece, className = "" }: Props) {
  const saved = useIsSaved(piece.id);
  return (
    <IconButton
      label={`Save ${piece.name}`}
      title={saved ? "Saved" : "Save"}
      aria-pressed={saved}
      // Paper around or within the heart: it lies over pictures, and a dark cloth would swallow it.
      icon={
        <Heart
          size={20}
          aria-hidden="true"
          className={saved ? "fill-demerara stroke-paper" : "fill-paper/70"}
        />
      }
      className={`noscript:hidden ${className}`}
      onClick={() => toggleSaved(piece.id)}
    />
  );
}
