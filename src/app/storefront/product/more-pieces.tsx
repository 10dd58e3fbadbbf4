import { RecentlyViewed } from "#app/components/product/recently-viewed.tsx";
import type { RelatedProps } from "./related-pieces.tsx";
import { RelatedPieces } from "./related-pieces.tsx";

/** What follows a product once the shopper comes near the page's end. */
export function MorePieces(props: RelatedProps) {
  return (
    <>
      <RelatedPieces {...props} />
      <RecentlyViewed except={props.productId} className="mt-20 md:mt-28" />
    </>
  );
}
