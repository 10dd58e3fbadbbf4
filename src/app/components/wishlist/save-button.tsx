import { IconButton } from "#ui/button.tsx";
import { toggleSaved, useIsSaved } from "./wishlist-store.browser.ts";

type Props = { product: { readonly id: string; readonly name: string }; className?: string };

/** Lucide's heart, drawn directly: its component costs the server 3 % of a listing. */
function Heart({ className }: { className: string }) {
  return (
    <svg
      width="20"
      height="20"
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="2"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      className={className}
    >
      <path d="M2 9.5a5.5 5.5 0 0 1 9.591-3.676.56.56 0 0 0 .818 0A5.49 5.49 0 0 1 22 9.5c0 2.29-1.5 4-3 5.5l-5.492 5.313a2 2 0 0 1-3 .019L5 15c-1.5-1.5-3-3.2-3-5.5" />
    </svg>
  );
}

/** Hidden without JavaScript, because the browser stores the wishlist. */
export function SaveButton({ product, className = "" }: Props) {
  const saved = useIsSaved(product.id);
  return (
    <IconButton
      label={`Save ${product.name}`}
      title={saved ? "Saved" : "Save"}
      aria-pressed={saved}
      // The paper color keeps the heart visible on dark images.
      icon={<Heart className={saved ? "fill-demerara stroke-paper" : "fill-paper/70"} />}
      className={`noscript:hidden ${className}`}
      onClick={() => toggleSaved(product.id)}
    />
  );
}
