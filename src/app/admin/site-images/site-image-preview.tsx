import { ImageOff } from "lucide-react";
import { formatKilobytes } from "#features/media/media-item.ts";
import type { SiteImage } from "#features/media/site-image-queries.server.ts";
import { classNames } from "#ui/class-names.ts";
import { ResponsiveImage } from "#ui/responsive-image.tsx";

type PreviewProps = {
  /** The picture shown now. */
  picture: SiteImage | null;
  /** The file chosen and not yet uploaded, as an address of this browser. */
  chosen: string | null;
  shape: "card" | "hero";
};

const shapes = {
  card: { box: "aspect-4/5", sizes: "136px", widths: [160, 320, 480] },
  hero: {
    box: "aspect-[1920/600]",
    sizes: "(min-width: 80rem) 1200px, 92vw",
    widths: [640, 960, 1280, 1920],
  },
} as const;

/** The picture of a place in the shape the site crops it to; the chosen file stands over it until the shop has it. */
export function SitePreview({ picture, chosen, shape }: PreviewProps) {
  const { box, sizes, widths } = shapes[shape];
  return (
    <div
      className={classNames(
        "relative flex items-center justify-center overflow-hidden bg-cloth",
        box,
      )}
    >
      {picture && (
        <ResponsiveImage
          id={picture.id}
          alt={picture.altText || picture.name}
          sizes={sizes}
          width={picture.width ?? 4}
          height={picture.height ?? 5}
          widths={widths}
          focal={{ x: picture.focalX, y: picture.focalY }}
          className="size-full object-cover"
        />
      )}
      {!picture && !chosen && (
        <span className="flex flex-col items-center gap-2 text-sm text-ink-quiet">
          <ImageOff size={24} aria-hidden="true" />
          No image yet
        </span>
      )}
      {chosen && (
        <>
          <img
            src={chosen}
            alt="The chosen file"
            className="absolute inset-0 size-full object-cover"
          />
          <span className="absolute top-2 left-2 bg-white px-2 py-0.5 text-xs font-medium">
            Not uploaded yet
          </span>
        </>
      )}
    </div>
  );
}

/** A file's name and size in KB with 2 decimals. */
export function FileFacts({ picture }: { picture: SiteImage | null }) {
  if (!picture) return <p className="text-sm text-ink-quiet">No file</p>;
  return (
    <p className="figures text-sm">
      <span className="block truncate" title={picture.name}>
        {picture.name}
      </span>
      <span className="text-ink-quiet">{formatKilobytes(picture.byteSize)}</span>
    </p>
  );
}
