import type { RefCallback } from "react";
import { useCallback, useState } from "react";
import { classNames } from "./class-names.ts";
import type { ImageWidth } from "./image-widths.ts";
import { imageSrcset, imageVariantPath } from "./image-widths.ts";

type ThumbnailProps = {
  /** Null shows the background. */
  image: { id: string; focalX?: number; focalY?: number } | null | undefined;
  width: keyof typeof boxes;
  /** Scales up while its group is hovered. */
  nears?: boolean;
};

const boxes = {
  32: "h-10 w-8",
  42: "h-13 w-10.5",
  48: "h-15 w-12",
  64: "h-20 w-16",
  80: "h-25 w-20",
};

/** Has no alt text, because the text beside it names the content. */
export function Thumbnail({ image, width, nears }: ThumbnailProps) {
  return (
    <span className={`block shrink-0 overflow-hidden bg-cloth ${boxes[width]}`}>
      {image && (
        <ResponsiveImage
          id={image.id}
          alt=""
          sizes={`${width}px`}
          width={width}
          height={Math.round((width * 5) / 4)}
          widths={width < 64 ? [160] : [160, 320]}
          focal={{ x: image.focalX ?? 0.5, y: image.focalY ?? 0.5 }}
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
  id: string;
  /** Empty where the text beside it says the same. */
  alt: string;
  sizes: string;
  /** Reserves the aspect ratio before the image loads. */
  width: number;
  height: number;
  /** The default suits a card or half a page. */
  widths?: readonly ImageWidth[];
  /** Loads at once, for the first image in view. */
  priority?: boolean;
  className?: string;
  /** 0 to 1 from the left and the top. */
  focal?: { x: number; y: number };
  /** Never exceeds the image's own pixels. */
  limit?: { width: number; height: number };
  /** From useImageFailure, where a fallback replaces a failed image. */
  watch?: ImageFailureProps;
};

const cardWidths: readonly ImageWidth[] = [320, 480, 640, 960, 1280];

/** Serves AVIF, and one middle size in WebP: a second srcset costs more than it saves. */
export function ResponsiveImage(props: ResponsiveImageProps) {
  const { id, alt, sizes, width, height, widths = cardWidths } = props;
  const { priority, className, focal, limit, watch } = props;
  const middle = widths[Math.floor(widths.length / 2)] ?? 640;
  const bounds = limit && { maxWidth: `${limit.width}px`, maxHeight: `${limit.height}px` };
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
        style={
          centred ? bounds : { objectPosition: `${focal.x * 100}% ${focal.y * 100}%`, ...bounds }
        }
      />
    </picture>
  );
}

type ImageFailureProps = { ref: RefCallback<HTMLImageElement>; onError: () => void };

/** Detects failures even before the page's script ran. */
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
