import type { SketchedChoice } from "#app/components/garment-sketch/garment-sketch.tsx";
import { GarmentSketch, UnshownChoices } from "#app/components/garment-sketch/garment-sketch.tsx";
import { ClothSwatch, swatchImageOf } from "#app/components/orders/cloth-swatch.tsx";
import type { ProductColor, ProductDetail } from "#features/catalog/products/product.ts";
import type { MadeToMeasureTerms } from "#features/garments/options/made-to-measure-terms.ts";
import { outerCloth, shownGarment } from "#features/garments/options/shown-cloth.ts";
import type { EnteredFit } from "#features/garments/specification/fit-draft.ts";
import { chosenOptions } from "#features/garments/specification/fit-draft.ts";
import type { LineSwatch } from "#features/orders/order/line-swatch.ts";
import { lineSwatch } from "#features/orders/order/line-swatch.ts";
import { ResponsiveImage } from "#ui/responsive-image.tsx";

type Entered = {
  product: ProductDetail;
  terms: MadeToMeasureTerms;
  draft: Pick<EnteredFit, "choices">;
  color: ProductColor | null;
};

/** How the garment looks as it is chosen now. */
export type Looks = {
  name: string;
  /** In its color and cloth; the first one stands for it. */
  images: ProductDetail["images"];
  components: MadeToMeasureTerms["components"];
  choices: readonly SketchedChoice[];
  /** Of the chosen cloth, else of the color; "" without one. */
  colorName: string;
  colorHex: string;
  /** What stands beside the image; null where it shows the cloth. */
  swatch: LineSwatch | null;
};

export function looksOf({ color, draft, product, terms }: Entered): Looks {
  const chosen = chosenOptions(draft, terms);
  const cloth = outerCloth(chosen);
  const { images, swatch } = shownGarment(product, color?.hex ?? null, cloth);
  return {
    name: product.name,
    images,
    components: terms.components,
    choices: chosen.map(({ choice, group }) => ({
      group: group.name,
      choice: choice.name,
      style: choice.style,
    })),
    colorName: cloth?.name ?? color?.name ?? "",
    colorHex: cloth?.hex || color?.hex || "",
    swatch: lineSwatch(cloth?.name ?? "", swatch),
  };
}

type ImageProps = {
  looks: { images: ProductDetail["images"] };
  sizes: string;
  className?: string;
};

/** The image of the garment in the chosen color, or in the color of the chosen cloth. */
export function GarmentImage({ className = "", looks, sizes }: ImageProps) {
  const [image] = looks.images;
  if (!image) return null;
  const { alt, focalX, focalY, height, id, width } = image;
  return (
    <div className={`aspect-4/5 shrink-0 overflow-hidden bg-cloth ${className}`}>
      <ResponsiveImage
        id={id}
        alt={alt}
        sizes={sizes}
        width={width}
        height={height}
        focal={{ x: focalX, y: focalY }}
        className="size-full object-cover"
      />
    </div>
  );
}

/** The swatch of the chosen cloth, and what the image shows instead. Nothing for the cloth of the images. */
export function ClothNote({ looks }: { looks: Looks }) {
  const image = swatchImageOf(looks.swatch);
  if (!looks.swatch || !image) return null;
  return (
    <div className="flex items-start gap-3 text-sm text-ink-soft">
      <ClothSwatch swatch={image} className="size-14" />
      <p className="wrap-anywhere">{looks.swatch.sentence}</p>
    </div>
  );
}

type SketchProps = { looks: Looks; isDecorative?: boolean; className?: string };

/** The drawing of the garment with what it cannot show, in words. */
export function LooksSketch({ className = "", isDecorative = false, looks }: SketchProps) {
  const { choices, colorHex, components, name } = looks;
  return (
    <GarmentSketch
      name={name}
      components={components}
      choices={choices}
      colorHex={colorHex}
      isDecorative={isDecorative}
      className={className}
    />
  );
}

/** Before the questions on a phone: the drawing that follows every answer. */
export function LooksPanel({ looks }: { looks: Looks }) {
  return (
    <section aria-label="How it looks" className="space-y-4 pb-8 md:hidden">
      <LooksSketch looks={looks} className="mx-auto h-72 w-auto max-w-full" />
      <UnshownChoices choices={looks.choices} components={looks.components} />
      <ClothNote looks={looks} />
    </section>
  );
}
