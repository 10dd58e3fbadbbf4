import { memo } from "react";
import { Link } from "react-router";
import type { MenuCollection } from "#features/catalog/site-shell/site-shell.ts";
import { classNames } from "#ui/class-names.ts";
import { ResponsiveImage } from "#ui/responsive-image.tsx";

type Props = {
  collections: readonly MenuCollection[];
  /** "tall" shows three large cards a row, for the home page; "row" six small ones. */
  look: "tall" | "row";
};

const looks = {
  tall: {
    list: "grid grid-cols-2 gap-x-4 gap-y-8 md:gap-x-8 md:gap-y-14 lg:grid-cols-3",
    sizes: "(min-width: 64rem) 400px, 46vw",
    name: "text-xl md:text-2xl",
  },
  row: {
    list: "grid grid-cols-2 gap-x-4 gap-y-8 sm:grid-cols-3 lg:grid-cols-6 lg:gap-x-6",
    sizes: "(min-width: 64rem) 190px, (min-width: 40rem) 30vw, 46vw",
    name: "text-lg",
  },
};

/** Puts name and description under the image, never over it; without any image they stand alone. Memoized like ProductGrid. */
export const CollectionCards = memo(function CollectionCards({ collections, look }: Props) {
  const { list, sizes, name } = looks[look];
  const hasImages = collections.some(({ image }) => image !== null);
  return (
    <ul className={list}>
      {collections.map((collection) => (
        <li key={collection.path}>
          <Link
            to={collection.path}
            className={classNames("group block", !hasImages && "border-t border-line pt-4")}
          >
            {hasImages && (
              <span className="mb-4 block aspect-4/5 overflow-hidden bg-cloth">
                {collection.image && (
                  <ResponsiveImage
                    id={collection.image.id}
                    alt=""
                    sizes={sizes}
                    width={4}
                    height={5}
                    widths={[160, 320, 480, 640, 960]}
                    focal={{ x: collection.image.focalX, y: collection.image.focalY }}
                    className="size-full object-cover transition-transform duration-300 group-hover:scale-102"
                  />
                )}
              </span>
            )}
            <span
              className={`display block leading-tight transition-colors group-hover:text-demerara ${name}`}
            >
              {collection.name}
            </span>
            <span className="mt-1 block text-sm text-balance text-ink-quiet">
              {collection.description}
            </span>
          </Link>
        </li>
      ))}
    </ul>
  );
});
