import type { ProductImage } from "#features/catalog/product.ts";
import { classNames } from "#ui/class-names.ts";
import { ResponsiveImage } from "#ui/responsive-image.tsx";

type Props = {
  image: ProductImage;
  /** How wide it stands. */
  sizes?: string;
  className?: string;
};

/** The picture a page opens with, filling the box it stands in. */
export function HeroImage({ image, sizes = "100vw", className }: Props) {
  return (
    <ResponsiveImage
      id={image.id}
      alt=""
      sizes={sizes}
      width={image.width}
      height={image.height}
      widths={[640, 960, 1280, 1920, 2400]}
      priority
      focal={{ x: image.focalX, y: image.focalY }}
      className={classNames("absolute inset-0 size-full object-cover", className)}
    />
  );
}
