import type { ImageWidth } from "./image-widths.ts";
import { imageSrcset, imageVariantPath } from "./image-widths.ts";
import type { ImageFailureProps } from "./use-image-failure.ts";

type Props = {
  /** Id of a stored picture. */
  id: string;
  /** What it shows; empty where the words beside it say the same. */
  alt: string;
  /** How wide it stands, as the `sizes` attribute says it. */
  sizes: string;
  /** The ratio it stands in; the space is kept before it arrives. */
  width: number;
  height: number;
  /** Sizes on offer; by default what a card or a half page needs. */
  widths?: readonly ImageWidth[];
  /** True for the picture that is the page's first impression: loaded at once. */
  priority?: boolean;
  /** Classes of the picture itself, as "size-full object-cover". */
  className?: string;
  /** The point that survives a crop, 0 to 1 from the left and the top. */
  focal?: { x: number; y: number };
  /** From usePictureFailure, where something else stands in for a picture that fails. */
  watch?: ImageFailureProps;
};

const cardWidths: readonly ImageWidth[] = [320, 480, 640, 960, 1280];

/**
 * A stored picture in AVIF, as large as it is shown and no larger; a browser older than AVIF gets one middle size in WebP, because
 * a second list of addresses on every card would cost all others more than it saves those few.
 */
export function ResponsiveImage(props: Props) {
  const { id, alt, sizes, width, height, widths = cardWidths } = props;
  const { priority, className, focal, watch } = props;
  const middle = widths[Math.floor(widths.length / 2)] ?? 640;
  const centred = focal === undefined || (focal.x === 0.5 && focal.y === 0.5);
  return (
    <picture className="contents">
      <source type="image/avif" srcSet={imageSrcset(id, widths, "avif")} sizes={sizes} />
      <img
        src={imageVariantPath(id, middle, "webp")}
        alt={alt}
        width={width}
        height={height}
        loading={priority ? undefined : "lazy"}
        fetchPriority={priority ? "high" : undefined}
        decoding="async"
        {...watch}
        className={className}
        style={centred ? undefined : { objectPosition: `${focal.x * 100}% ${focal.y * 100}%` }}
      />
    </picture>
  );
}
