import { Heart } from "lucide-react";
import { IconButton } from "#ui/button.tsx";
import { toggleSaved, useIsSaved } from "./wishlist-store.browser.ts";

type Props = { product: { readonly id: string; readonly name: string }; className?: string };

/** Hidden without JavaScript, because the browser stores the wishlist. */
export function SaveButton({ product, className = "" }: Props) {
  const saved = useIsSaved(product.id);
  return (
    <IconButton
      label={`Save ${product.name}`}
      title={saved ? "Saved" : "Save"}
      aria-pressed={saved}
      // The paper color keeps the heart visible on dark images.
      icon={
        <Heart
          size={20}
          aria-hidden="true"
          className={saved ? "fill-demerara stroke-paper" : "fill-paper/70"}
        />
      }
      className={`noscript:hidden ${className}`}
      onClick={() => toggleSaved(product.id)}
    />
  );
}
