import { classNames } from "./class-names.ts";
import { ResponsiveImage } from "./responsive-image.tsx";

type Props = {
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
export function Thumbnail({ picture, width, nears }: Props) {
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
