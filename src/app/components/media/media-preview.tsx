import { Film } from "lucide-react";
import type { MediaItem } from "#features/base/media/media-item.ts";
import { mediaPath } from "#features/base/media/media-item.ts";
import { ResponsiveImage } from "#ui/responsive-image.tsx";

type Props = {
  item: Pick<MediaItem, "id" | "type" | "mimeType" | "width" | "height" | "focalX" | "focalY">;
  /** "thumb" is beside text, "tile" in the grid. */
  look: "thumb" | "tile";
};

const looks = {
  thumb: { box: "size-10", sizes: "40px", widths: [160] },
  tile: {
    box: "aspect-square w-full",
    sizes: "(min-width: 64rem) 190px, 46vw",
    widths: [160, 320, 480],
  },
} as const;

export function MediaPreview({ item, look }: Props) {
  const { box, sizes, widths } = looks[look];
  const isFilm = item.type === "video";
  return (
    <span
      className={`relative flex shrink-0 items-center justify-center overflow-hidden bg-cloth ${box}`}
    >
      {!isFilm && (
        <ResponsiveImage
          id={item.id}
          alt=""
          sizes={sizes}
          width={1}
          height={1}
          widths={widths}
          focal={{ x: item.focalX, y: item.focalY }}
          className="size-full object-cover"
        />
      )}
      {isFilm && look === "tile" && (
        <video src={mediaPath(item)} preload="metadata" muted className="size-full object-cover" />
      )}
      {isFilm && (
        <Film
          size={look === "tile" ? 28 : 18}
          aria-hidden="true"
          className="absolute text-ink-soft"
        />
      )}
    </span>
  );
}
