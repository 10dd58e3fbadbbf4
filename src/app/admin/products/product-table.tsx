import { formatMoney } from "#core/money-amount.ts";
import type { AdminProductFilter } from "#features/catalog/admin/admin-product-filter.ts";
import type { AdminProduct } from "#features/catalog/admin/admin-product-queries.server.ts";
import { SelectBox } from "#ui/select-box.tsx";
import { Cell, HeadCell, Table } from "#ui/table.tsx";
import { Thumbnail } from "#ui/thumbnail.tsx";
import { genderWord } from "./gender-word.ts";
import { ProductActions } from "./product-actions.tsx";
import { FeaturedBadge, StockBadge, stockLabel } from "./product-badges.tsx";
import { productsQuery } from "./products-url.ts";
import type { Selection } from "./use-selection.ts";

export type ProductRowsProps = {
  rows: readonly AdminProduct[];
  selection: Selection;
  onDuplicate: (product: AdminProduct) => void;
  onDelete: (product: AdminProduct) => void;
};

/** The owner's list of products on wide screens. */
export function ProductTable(props: ProductRowsProps & { filter: AdminProductFilter }) {
  const { rows, selection, filter, onDuplicate, onDelete } = props;
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
              checked={selection.has(product.id)}
              onChange={() => selection.toggle(product.id)}
            />
          </Cell>
          <Cell className="w-full max-w-0">
            <span className="-my-1 flex items-center gap-3">
              <Thumbnail picture={product.picture} width={32} />
              <span className="min-w-0 truncate font-medium" title={product.name}>
                {product.name}
              </span>
            </span>
          </Cell>
          <Cell className="max-w-48 truncate text-ink-soft">{product.categoryName || "None"}</Cell>
          <Cell className="text-ink-soft">{genderWord(product.gender)}</Cell>
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
            <ProductActions product={product} onDuplicate={onDuplicate} onDelete={onDelete} />
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
      <HeadCell>Category</HeadCell>
      <HeadCell>Gender</HeadCell>
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

/** A head that sorts by its column, and turns the order round at the second press. */
function sortBy(filter: AdminProductFilter, by: "name" | "price") {
  const isUp = filter.sort === by;
  const isDown = filter.sort === `-${by}`;
  const direction = isUp ? "ascending" : isDown ? "descending" : null;
  return { to: productsQuery({ ...filter, sort: isUp ? `-${by}` : by }), direction } as const;
}
