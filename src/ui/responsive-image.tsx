import type { RefCallback } from "react";
import { useCallback, useState } from "react";
import { classNames } from "./class-names.ts";
import type { ImageWidth } from "./image-widths.ts";
import { imageSrcset, imageVariantPath } from "./image-widths.ts";

type ThumbnailProps = {
  /** The stored picture and the point that survives its crop; without one the cloth alone stands there. */
  picture: { id: string; focalX?: number; focalY?: number } | null | undefined;
  /** Its width in pixels. */
  width: keyof typeof boxes;
  /** Draws nearer while the pointer is over the group it stands in. */
  nears?: boolean;
};

const boxes = {
  32: "h-10 w-8",
  42: "h-13 w-10.5",
  48: "h-15 w-12",
  64: "h-20 w-16",
  80: "h-25 w-20",
};

/** A small picture of 4:5 beside the words that name what it shows, so that it needs none of its own. */
export function Thumbnail({ picture, width, nears }: ThumbnailProps) {
  return (
    <span className={`block shrink-0 overflow-hidden bg-cloth ${boxes[width]}`}>
      {picture && (
        <ResponsiveImage
          id={picture.id}
          alt=""
          sizes={`${width}px`}
          width={width}
          height={Math.round((width * 5) / 4)}
          widths={width < 64 ? [160] : [160, 320]}
          focal={{ x: picture.focalX ?? 0.5, y: picture.focalY ?? 0.5 }}
          className={classNames(
            "size-full object-cover",
            nears && "transition-transform duration-300 group-hover:scale-105",
          )}
        />
      )}
    </span>
  );
}

type ResponsiveImageProps = {
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
export function ResponsiveImage(props: ResponsiveImageProps) {
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

/** What an image element is given so that its failure is noticed. */
type ImageFailureProps = { ref: RefCallback<HTMLImageElement>; onError: () => void };

/** Whether the picture of this id or address did not arrive, even when it failed before the page's script ran. */
export function useImageFailure(source: string): { failed: boolean; watch: ImageFailureProps } {
  const [failedSource, setFailedSource] = useState<string | null>(null);
  const onError = useCallback(() => setFailedSource(source), [source]);
  const ref = useCallback(
    (image: HTMLImageElement | null) => {
      if (image?.complete && image.currentSrc !== "" && image.naturalWidth === 0) onError();
    },
    [onError],
  );
  return { failed: failedSource === source, watch: { ref, onError } };
}
