import { Pencil } from "lucide-react";
import { Link, useRevalidator } from "react-router";
import { DeleteProductsDialog } from "#app/admin/catalog/products/bulk-bar.tsx";
import {
  DeleteProductButton,
  FeaturedBadge,
  StockBadge,
  stockCountLabel,
} from "#app/admin/catalog/products/product-list.tsx";
import { productRefusal } from "#app/admin/catalog/products/product-messages.ts";
import { usePageDialog } from "#app/components/admin/page-dialog.tsx";
import { editProductPath, genderWord } from "#app/components/admin/product-urls.ts";
import { useAdminAction } from "#app/web/use-admin-action.ts";
import { formatMoney } from "#core/money-amount.ts";
import type {
  AdminProduct,
  AdminProductList,
} from "#features/catalog/editing/admin-product-queries.server.ts";
import { Button, ButtonLink, iconButtonClass } from "#ui/button.tsx";
import { EmptyState } from "#ui/notice.tsx";
import { Swatch } from "#ui/option-tiles.tsx";
import { Pagination } from "#ui/pagination.tsx";
import { Thumbnail } from "#ui/responsive-image.tsx";

type Props = {
  products: AdminProductList | null;
  newPath: string;
};

/** Null when loading failed, which is only logged (specification 8). */
export function CategoryProducts({ products, newPath }: Props) {
  const { post } = useAdminAction(productRefusal);
  const { revalidate } = useRevalidator();
  const dialog = usePageDialog(undefined);
  if (products === null) {
    return (
      <EmptyState
        title="No products found"
        action={
          <Button variant="secondary" onClick={() => void revalidate()}>
            Retry
          </Button>
        }
      >
        They could not be loaded. Nothing was changed.
      </EmptyState>
    );
  }
  if (products.rows.length === 0) {
    return (
      <EmptyState
        title="No products in this category"
        action={<ButtonLink to={newPath}>Add New Product</ButtonLink>}
      />
    );
  }
  return (
    <div className="space-y-5">
      <ul className="grid grid-cols-1 gap-px border border-line bg-line sm:grid-cols-2 xl:grid-cols-3">
        {products.rows.map((product) => (
          <li key={product.id} className="bg-white">
            <CategoryProductCard product={product} onOpen={dialog.open} />
          </li>
        ))}
      </ul>
      <Pagination page={products.page} pageCount={products.pageCount} label="Products" />
      <DeleteProductsDialog
        dialog={dialog.name}
        rows={products.rows}
        onClose={dialog.close}
        onPost={(fields) => void post(fields)}
      />
    </div>
  );
}

type CategoryProductCardProps = { product: AdminProduct; onOpen: (dialog: string) => void };

export function CategoryProductCard({ product, onOpen }: CategoryProductCardProps) {
  const { name, sizes, colors } = product;
  return (
    <article className="flex h-full gap-4 bg-white p-4">
      <Thumbnail image={product.image} width={80} />
      <div className="flex min-w-0 grow flex-col">
        <h4 className="relative truncate text-sm font-medium" title={name}>
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
        <div className="mt-auto flex flex-wrap items-end justify-between gap-2 pt-2">
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
          <div className="-mr-3 -mb-3 ml-auto flex flex-wrap justify-end text-ink-soft">
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
