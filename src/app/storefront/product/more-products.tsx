import { RecentlyViewed } from "#app/components/product/recently-viewed.tsx";
import type { RelatedProps } from "./related-products.tsx";
import { RelatedProducts } from "./related-products.tsx";

/** What follows a product once the shopper comes near the page's end. */
export function MoreProducts(props: RelatedProps) {
  return (
    <>
      <RelatedProducts {...props} />
      <RecentlyViewed except={props.productId} className="mt-20 md:mt-28" />
    </>
  );
}
