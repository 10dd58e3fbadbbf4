import type { SwatchImage } from "#app/components/orders/cloth-swatch.tsx";
import { ClothSwatch } from "#app/components/orders/cloth-swatch.tsx";
import { useImageFailure } from "#ui/responsive-image.tsx";

type Props = {
  /** Path, or "" without an image. */
  address: string;
  width: "narrow" | "wide";
  /** Of the cloth, where the image shows another one. */
  swatch?: SwatchImage | null;
};

const widths = { narrow: "w-22", wide: "w-24 sm:w-32" };

/** The image of a line, with the swatch of its cloth below. Shows text for a missing or failed image (specification 8). */
export function LineImage({ address, swatch = null, width }: Props) {
  const { failed, watch } = useImageFailure(address);
  return (
    <div className={`shrink-0 self-start ${widths[width]}`}>
      <div className="aspect-4/5 overflow-hidden bg-cloth">
        {address === "" || failed ? (
          <p className="flex size-full items-center justify-center p-2 text-center text-xs text-ink-quiet">
            {failed ? "Image not available" : "No Image Available"}
          </p>
        ) : (
          <img
            src={address}
            alt=""
            width={320}
            height={400}
            decoding="async"
            {...watch}
            className="size-full object-cover"
          />
        )}
      </div>
      {swatch && <ClothSwatch swatch={swatch} className="mt-1 h-8" />}
    </div>
  );
}
