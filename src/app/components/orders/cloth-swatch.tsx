import type { LineSwatch } from "#features/orders/order/line-swatch.ts";
import { imageVariantPath } from "#ui/image-widths.ts";

/** What is drawn of a swatch. `address` is the path of its image, "" without one. */
export type SwatchImage = { name: string; address: string; colorHex: string };

/** The swatch of a line; null where the line's image shows its own cloth. */
export const swatchImageOf = (swatch: LineSwatch | null): SwatchImage | null =>
  swatch && {
    name: swatch.name,
    colorHex: swatch.colorHex,
    address: swatch.imageId === null ? "" : imageVariantPath(swatch.imageId, 160, "webp"),
  };

/** The cloth beside an image that shows another one. Nothing for a cloth without image and color. */
export function ClothSwatch({ className, swatch }: { className: string; swatch: SwatchImage }) {
  const { address, colorHex, name } = swatch;
  if (address === "" && colorHex === "") return null;
  const alt = `Swatch of ${name}`;
  return (
    <span
      className={`block shrink-0 overflow-hidden border border-line forced-color-adjust-none ${className}`}
      style={{ backgroundColor: colorHex || undefined }}
    >
      {address === "" ? (
        <span className="sr-only">{alt}</span>
      ) : (
        <img
          src={address}
          alt={alt}
          width={160}
          height={160}
          loading="lazy"
          decoding="async"
          className="size-full object-cover"
        />
      )}
    </span>
  );
}
