import { Pencil } from "lucide-react";
import { Link } from "react-router";
import { formatMoney } from "#core/money-amount.ts";
import type { AdminProduct } from "#features/catalog/admin/admin-product-queries.server.ts";
import { iconButtonClass } from "#ui/button.tsx";
import { Swatch } from "#ui/option-tiles.tsx";
import { Thumbnail } from "#ui/responsive-image.tsx";
import { DeleteProductButton } from "../products/product-actions.tsx";
import { FeaturedBadge, StockBadge, stockCountLabel } from "../products/product-badges.tsx";
import { editProductPath, genderWord } from "../products/product-urls.ts";

type Props = { product: AdminProduct; onOpen: (dialog: string) => void };

/** A product of the open category (specification 2). */
export function CategoryProductCard({ product, onOpen }: Props) {
  const { name, sizes, colors } = product;
  return (
    <article className="flex h-full gap-4 bg-white p-4">
      <Thumbnail image={product.picture} width={80} />
      <div className="flex min-w-0 grow flex-col">
        <h4 className="truncate text-sm font-medium" title={name}>
          <a
            href={`/product/${product.id}`}
            target="_blank"
            rel="noopener"
            className="hover:text-demerara"
          >
            {name}
            <span className="sr-only"> (opens in a new tab)</span>
          </a>
        </h4>
        <p className="figures text-sm text-ink-soft">
          {formatMoney(product.price)}
          <span className="text-ink-quiet"> · {stockCountLabel(product.stock)}</span>
        </p>
        <p className="mt-2 flex flex-wrap gap-1.5">
          <span className="rounded-hair border border-line px-2 py-0.5 text-xs font-medium">
            {genderWord(product.gender)}
          </span>
          <StockBadge product={product} />
          <FeaturedBadge product={product} />
        </p>
        <div className="mt-auto flex items-end justify-between gap-2 pt-2">
          <div className="min-w-0 space-y-1.5">
            {sizes.length > 0 && (
              <p className="truncate text-xs text-ink-quiet" title={sizes.join(", ")}>
                <span className="sr-only">Sizes: </span>
                {sizes.join(" · ")}
              </p>
            )}
            {colors.length > 0 && (
              <ul aria-label="Colors" className="flex flex-wrap gap-1.5">
                {colors.map(({ hex, name: color }) => (
                  <li key={`${hex} ${color}`} className="flex">
                    <Swatch colour={hex} name={color} size={16} />
                  </li>
                ))}
              </ul>
            )}
          </div>
          <div className="-mr-3 -mb-3 flex shrink-0 text-ink-soft">
            <Link
              to={editProductPath(product.id)}
              aria-label={`Edit ${name}`}
              title="Edit"
              className={iconButtonClass}
            >
              <Pencil size={18} aria-hidden="true" />
            </Link>
            <DeleteProductButton product={product} onOpen={onOpen} />
          </div>
        </div>
      </div>
    </article>
  );
}
