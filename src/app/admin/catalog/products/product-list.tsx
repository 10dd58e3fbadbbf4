import { Copy, ExternalLink, Eye, Pencil, Trash2 } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { Link, useSearchParams } from "react-router";
import { ActionForm, OpenDialog, usePageDialog } from "#app/components/admin/page-dialog.tsx";
import { editProductPath, genderWord, productsQuery } from "#app/components/admin/product-urls.ts";
import { draftPreviewPath, productPath } from "#app/components/product/product-url.ts";
import type { ActionFields } from "#app/web/admin-action.ts";
import { useAdminAction } from "#app/web/use-admin-action.ts";
import { formatNumber } from "#core/format-number.ts";
import { formatMoney } from "#core/money-amount.ts";
import type { AdminCategory } from "#features/catalog/categories/admin-category.ts";
import type { AdminProductFilter } from "#features/catalog/editing/admin-product-filter.ts";
import type {
  AdminProduct,
  AdminProductList,
} from "#features/catalog/editing/admin-product-queries.server.ts";
import { productRef } from "#features/catalog/editing/product-change.ts";
import { Badge } from "#ui/badge.tsx";
import { IconButton, iconButtonClass } from "#ui/button.tsx";
import { Pagination } from "#ui/pagination.tsx";
import { Thumbnail } from "#ui/responsive-image.tsx";
import { Cell, CellNote, HeadCell, SelectBox, Table, walkRows } from "#ui/table.tsx";
import { BulkBar, CHOSEN_FORM, DeleteProductsDialog, deleteDialog } from "./bulk-bar.tsx";
import { productRefusal } from "./product-messages.ts";

type Selection = {
  chosen: readonly AdminProduct[];
  has: (id: string) => boolean;
  toggle: (id: string) => void;
  /** Deselects all when all are selected. */
  toggleAll: () => void;
  clear: () => void;
};

/** Deselects a product that leaves the page. */
function useSelection(rows: readonly AdminProduct[]): Selection {
  // The URL names the selected products where there is no JavaScript.
  const [named] = useSearchParams();
  const [ids, setIds] = useState<ReadonlySet<string>>(
    () => new Set(named.getAll("products").map((each) => each.split(":", 1)[0] ?? "")),
  );
  const chosen = rows.filter(({ id }) => ids.has(id));
  return {
    chosen,
    has: (id) => ids.has(id),
    toggle: (id) =>
      setIds(
        (held) => new Set(held.has(id) ? [...held].filter((each) => each !== id) : [...held, id]),
      ),
    toggleAll: () =>
      setIds(chosen.length === rows.length ? new Set() : new Set(rows.map(({ id }) => id))),
    clear: () => setIds(new Set()),
  };
}

type ProductRowsProps = {
  rows: readonly AdminProduct[];
  selection: Selection;
  onPost: (fields: ActionFields) => void;
  onOpen: (dialog: string) => void;
};

function ProductTable(props: ProductRowsProps & { filter: AdminProductFilter }) {
  const { rows, selection, filter, ...actions } = props;
  return (
    <Table
      caption="Products"
      head={<Head filter={filter} rows={rows} selection={selection} />}
      dense
      stickyHead
    >
      {rows.map((product) => (
        <tr
          key={product.id}
          className={`transition-colors focus-within:bg-paper hover:bg-paper ${selection.has(product.id) ? "bg-cloth" : ""}`}
        >
          <Cell className="w-11">
            <SelectBox
              label={`Select ${product.name}`}
              isRow
              form={CHOSEN_FORM}
              name="products"
              value={productRef(product)}
              checked={selection.has(product.id)}
              onChange={() => selection.toggle(product.id)}
            />
          </Cell>
          <Cell className="w-full max-w-0">
            <span className="-my-1 flex items-center gap-3">
              <Thumbnail image={product.image} width={32} />
              <span className="min-w-0">
                <span className="block truncate font-medium" title={product.name}>
                  {product.name}
                </span>
                <CellNote className="truncate wide:hidden">
                  {product.categoryName || "No category"} · {genderWord(product.gender)}
                </CellNote>
              </span>
            </span>
          </Cell>
          <Cell className="max-w-48 truncate text-ink-soft max-wide:hidden">
            {product.categoryName || "None"}
          </Cell>
          <Cell className="text-ink-soft max-wide:hidden">{genderWord(product.gender)}</Cell>
          <Cell align="right" className="font-medium">
            {formatMoney(product.price)}
          </Cell>
          <Cell>
            <span className="flex gap-2">
              <StockBadge product={product} />
              <FeaturedBadge product={product} />
            </span>
          </Cell>
          <Cell align="right" className="whitespace-nowrap text-ink-soft">
            {stockLabel(product.stock)}
          </Cell>
          <Cell className="w-px">
            <ProductActions product={product} {...actions} />
          </Cell>
        </tr>
      ))}
    </Table>
  );
}

type HeadProps = Pick<ProductRowsProps, "rows" | "selection"> & { filter: AdminProductFilter };

function Head({ filter, rows, selection }: HeadProps) {
  const isAll = selection.chosen.length === rows.length;
  return (
    <>
      <HeadCell>
        <SelectBox
          label="Select all products of this page"
          checked={isAll}
          mixed={!isAll && selection.chosen.length > 0}
          onChange={selection.toggleAll}
        />
      </HeadCell>
      <HeadCell sort={sortBy(filter, "name")}>Name</HeadCell>
      <HeadCell className="max-wide:hidden">Category</HeadCell>
      <HeadCell className="max-wide:hidden">Gender</HeadCell>
      <HeadCell align="right" sort={sortBy(filter, "price")}>
        Price
      </HeadCell>
      <HeadCell>Status</HeadCell>
      <HeadCell align="right">Stock</HeadCell>
      <HeadCell>
        <span className="sr-only">Actions</span>
      </HeadCell>
    </>
  );
}

/** A second click reverses the order. */
function sortBy(filter: AdminProductFilter, by: "name" | "price") {
  const isUp = filter.sort === by;
  const isDown = filter.sort === `-${by}`;
  const direction = isUp ? "ascending" : isDown ? "descending" : null;
  return { to: productsQuery({ ...filter, sort: isUp ? `-${by}` : by }), direction } as const;
}

function ProductCards({ rows, selection, ...actions }: ProductRowsProps) {
  return (
    <ul className="divide-y divide-line border-y border-line">
      {rows.map((product) => (
        <li
          key={product.id}
          className={`flex gap-2 py-3 ${selection.has(product.id) ? "bg-cloth" : ""}`}
        >
          <SelectBox
            label={`Select ${product.name}`}
            isRow
            form={CHOSEN_FORM}
            name="products"
            value={productRef(product)}
            checked={selection.has(product.id)}
            onChange={() => selection.toggle(product.id)}
          />
          <Thumbnail image={product.image} width={64} />
          <div className="min-w-0 grow pl-1">
            <p className="flex items-baseline justify-between gap-3">
              <span className="min-w-0 truncate font-medium">{product.name}</span>
              <span className="figures font-medium">{formatMoney(product.price)}</span>
            </p>
            <p className="figures truncate text-sm text-ink-quiet">
              {[
                stockCountLabel(product.stock),
                genderWord(product.gender),
                product.categoryName || "No category",
              ].join(" · ")}
            </p>
            <p className="mt-1.5 flex flex-wrap gap-2">
              <StockBadge product={product} />
              <FeaturedBadge product={product} />
            </p>
            <div className="pt-1">
              <ProductActions product={product} {...actions} />
            </div>
          </div>
        </li>
      ))}
    </ul>
  );
}

type Props = {
  list: AdminProductList;
  filter: AdminProductFilter;
  categories: readonly AdminCategory[];
};

export function ProductList({ list, filter, categories }: Props) {
  const selection = useSelection(list.rows);
  const { post, busy } = useAdminAction(productRefusal);
  const dialog = usePageDialog(undefined);
  const target = useFocusTarget(list);
  const onPost = (fields: ActionFields) => void post(fields);
  const rows = { rows: list.rows, selection, onPost, onOpen: dialog.open };
  return (
    <div ref={target} tabIndex={-1} className="space-y-4 outline-none **:scroll-mb-24">
      {/* biome-ignore lint/a11y/noStaticElementInteractions: keys only move the focus between the boxes inside */}
      <div className="max-xl:hidden" onKeyDown={walkRows}>
        <ProductTable {...rows} filter={filter} />
        <p className="pt-3 text-xs text-ink-quiet">
          In the list, <kbd>j</kbd> and <kbd>k</kbd> or the arrows move between products, Space
          selects one.
        </p>
      </div>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: keys only move the focus between the boxes inside */}
      <div className="xl:hidden" onKeyDown={walkRows}>
        <ProductCards {...rows} />
      </div>
      <Pagination page={list.page} pageCount={list.pageCount} label="Products" />
      <BulkBar
        chosen={selection.chosen}
        categories={categories}
        busy={busy}
        onPost={onPost}
        onOpen={dialog.open}
        onClear={selection.clear}
      />
      <DeleteProductsDialog
        dialog={dialog.name}
        rows={list.rows}
        chosen={selection.chosen}
        onClose={dialog.close}
        onPost={onPost}
      />
    </div>
  );
}

/** Receives focus when the focused row has left the list. */
function useFocusTarget(list: AdminProductList) {
  const target = useRef<HTMLDivElement>(null);
  const hadFocus = useRef(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a new list removes rows
  useEffect(() => {
    if (hadFocus.current && document.activeElement === document.body) target.current?.focus();
    const note = () => {
      hadFocus.current = target.current?.contains(document.activeElement) ?? false;
    };
    document.addEventListener("focusin", note);
    return () => document.removeEventListener("focusin", note);
  }, [list]);
  return target;
}

type ProductActionsProps = {
  product: AdminProduct;
  onPost: (fields: ActionFields) => void;
  onOpen: (dialog: string) => void;
};

export function ProductActions({ product, onPost, onOpen }: ProductActionsProps) {
  const { id, name, draft } = product;
  const view = draft ? "Preview" : "View";
  return (
    <div className="-my-1.5 flex max-xl:-mr-3 justify-end text-ink-soft">
      <Link
        to={editProductPath(id)}
        aria-label={`Edit ${name}`}
        title="Edit"
        className={iconButtonClass}
      >
        <Pencil size={18} aria-hidden="true" />
      </Link>
      <a
        href={draft ? draftPreviewPath(id) : productPath(id)}
        target="_blank"
        rel="noopener"
        aria-label={`${view} ${name} (opens in a new tab)`}
        title={view}
        className={iconButtonClass}
      >
        {draft ? (
          <Eye size={18} aria-hidden="true" />
        ) : (
          <ExternalLink size={18} aria-hidden="true" />
        )}
      </a>
      <ActionForm fields={{ intent: "duplicate-product", productId: id }} onPost={onPost}>
        <IconButton
          type="submit"
          label={`Duplicate ${name}`}
          icon={<Copy size={18} aria-hidden="true" />}
        />
      </ActionForm>
      <DeleteProductButton product={product} onOpen={onOpen} />
    </div>
  );
}

export function DeleteProductButton({
  product,
  onOpen,
}: Pick<ProductActionsProps, "product" | "onOpen">) {
  return (
    <OpenDialog dialog={deleteDialog(product)} onOpen={onOpen}>
      <IconButton
        type="submit"
        label={`Delete ${product.name}`}
        icon={<Trash2 size={18} aria-hidden="true" />}
        className="hover:text-hibiscus"
      />
    </OpenDialog>
  );
}

type ProductBadgesProps = { product: Pick<AdminProduct, "inStock" | "featured" | "draft"> };

export function StockBadge({ product }: ProductBadgesProps) {
  if (product.draft) return <Badge kind="warning">Draft</Badge>;
  return product.inStock ? (
    <Badge kind="success">In Stock</Badge>
  ) : (
    <Badge kind="error">Out of Stock</Badge>
  );
}

/** The badge is shown for products on the home page. */
export function FeaturedBadge({ product }: ProductBadgesProps) {
  return product.featured ? <Badge kind="accent">Featured</Badge> : null;
}

function stockLabel(stock: number | null): string {
  return stock === null ? "Made to order" : formatNumber(stock);
}

/** Names the unit where no column does. */
export function stockCountLabel(stock: number | null): string {
  return stock === 1 ? "1 piece" : `${stockLabel(stock)}${stock === null ? "" : " pieces"}`;
}
