import { RecentlyViewed } from "#features/catalog/components/recently-viewed.tsx";
import { RelatedPieces } from "./related-pieces.tsx";

/** What follows a product once the shopper comes near the page's end. */
export function MorePieces({ productId }: { productId: string }) {
  return (
    <>
      <RelatedPieces productId={productId} />
      <div className="mt-20 md:mt-28">
        <RecentlyViewed except={productId} />
      </div>
    </>
  );
}
