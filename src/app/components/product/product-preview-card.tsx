import { Link } from "react-router";
import type { ProductPreview } from "#features/catalog/product.ts";
import { Price } from "#ui/price.tsx";
import { ResponsiveImage } from "#ui/responsive-image.tsx";

type Props = {
  piece: Pick<ProductPreview, "id" | "name" | "picture">;
  /** In words; null when it is sold out. */
  price: string | null;
  /** How wide the picture stands, as the `sizes` attribute says it. */
  sizes: string;
};

/** A piece in small, as a whole the way to its page: picture, name, price. */
export function ProductPreviewCard({ piece, price, sizes }: Props) {
  const { id, name, picture } = piece;
  return (
    <Link to={`/product/${id}`} className="group/glimpse block text-sm">
      <span className="block aspect-4/5 overflow-hidden bg-cloth">
        {picture && (
          <ResponsiveImage
            id={picture.id}
            alt=""
            sizes={sizes}
            widths={[160, 320, 480, 640]}
            width={4}
            height={5}
            focal={{ x: picture.focalX, y: picture.focalY }}
            className="size-full object-cover"
          />
        )}
      </span>
      <span className="mt-3 block leading-snug transition-colors group-hover/glimpse:text-demerara">
        {name}
      </span>
      {price === null ? (
        <span className="block text-ink-quiet">Sold out</span>
      ) : (
        <Price amount={price} className="block text-ink-quiet" />
      )}
    </Link>
  );
}
