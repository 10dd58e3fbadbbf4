import type { ReactNode } from "react";
import type { ProductImage } from "#features/catalog/products/product.ts";
import { classNames } from "#ui/class-names.ts";
import { ResponsiveImage } from "#ui/responsive-image.tsx";

type HeroBandProps = {
  children: ReactNode;
  image: ProductImage | null;
  /** "half" suits upright images, "wide" panoramas. */
  layout: "half" | "wide";
};

const columns = { half: "md:grid-cols-2", wide: "md:grid-cols-[2fr_3fr]" };
const layouts = {
  half: {
    box: "h-72 sm:h-96 md:h-auto md:min-h-[clamp(26rem,38vw,37.5rem)]",
    sizes: "(min-width: 48rem) 50vw, 100vw",
  },
  wide: {
    box: "h-52 sm:h-80 md:h-auto md:min-h-[clamp(22rem,30vw,32rem)]",
    sizes: "(min-width: 48rem) 60vw, 100vw",
  },
};

export function HeroBand({ children, image, layout }: HeroBandProps) {
  const { box, sizes } = layouts[layout];
  return (
    <div className={classNames("grid bg-cloth", image && columns[layout])}>
      <div className="order-2 flex items-center px-(--gutter) py-10 [--gutter:clamp(1rem,4vw,3.5rem)] md:order-none md:py-16 md:pl-[max(var(--gutter),calc((100vw-80rem)/2))]">
        <div>{children}</div>
      </div>
      {image && (
        <div className={classNames("relative overflow-hidden", box)}>
          <HeroImage image={image} sizes={sizes} />
        </div>
      )}
    </div>
  );
}

type HeroImageProps = {
  image: ProductImage;
  sizes?: string;
  /** Aligns an image that is smaller than its box. */
  align?: "center" | "right";
};

/** Fills its box but never exceeds the image's own pixels. */
export function HeroImage({ image, sizes = "100vw", align = "center" }: HeroImageProps) {
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
      className={classNames(
        "absolute inset-y-0 right-0 my-auto size-full object-cover",
        align === "center" && "left-0 mx-auto",
      )}
      limit={image}
    />
  );
}
