import { useEffect, useRef, useState } from "react";
import type { AdminCategory } from "#features/catalog/admin/admin-category.ts";
import type { AdminProductFilter } from "#features/catalog/admin/admin-product-filter.ts";
import type {
  AdminProduct,
  AdminProductList,
} from "#features/catalog/admin/admin-product-queries.server.ts";
import { Pagination } from "#ui/pagination.tsx";
import { walkRows } from "#ui/walk-rows.ts";
import { BulkBar } from "./bulk-bar.tsx";
import { DeleteProductsDialog } from "./delete-products-dialog.tsx";
import { ProductCards } from "./product-cards.tsx";
import { ProductTable } from "./product-table.tsx";
import { useProductWrites } from "./use-product-writes.ts";
import { useSelection } from "./use-selection.ts";

type Props = {
  list: AdminProductList;
  filter: AdminProductFilter;
  categories: readonly AdminCategory[];
};

/** The products of the page with all that can be done to them: a table on wide screens, cards on phones. */
export function ProductList({ list, filter, categories }: Props) {
  const selection = useSelection(list.rows);
  const writes = useProductWrites();
  const [asked, setAsked] = useState<readonly AdminProduct[]>([]);
  const place = useFocusPlace(list);
  const actions = {
    rows: list.rows,
    selection,
    onDuplicate: writes.duplicate,
    onDelete: (product: AdminProduct) => setAsked([product]),
  };
  return (
    <div ref={place} tabIndex={-1} className="space-y-4 outline-none **:scroll-mb-24">
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the keys move the focus between the boxes inside, which work without them */}
      <div className="max-lg:hidden" onKeyDown={walkRows}>
        <ProductTable {...actions} filter={filter} />
        <p className="pt-3 text-xs text-ink-quiet">
          In the list, <kbd>j</kbd> and <kbd>k</kbd> or the arrows move between products, Space
          selects one.
        </p>
      </div>
      <div className="lg:hidden">
        <ProductCards {...actions} />
      </div>
      <Pagination page={list.page} pageCount={list.pageCount} label="Products" />
      <BulkBar
        chosen={selection.chosen}
        categories={categories}
        busy={writes.busy}
        onChange={(change) => void writes.change(selection.chosen, change)}
        onDelete={() => setAsked(selection.chosen)}
        onClear={selection.clear}
      />
      <DeleteProductsDialog
        asked={asked}
        onCancel={() => setAsked([])}
        onConfirm={() => {
          setAsked([]);
          void writes.remove(asked);
        }}
      />
    </div>
  );
}

/** Where the focus goes when the row that held it has left the list. */
function useFocusPlace(list: AdminProductList) {
  const place = useRef<HTMLDivElement>(null);
  const hadFocus = useRef(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a new list takes rows away
  useEffect(() => {
    if (hadFocus.current && document.activeElement === document.body) place.current?.focus();
    const note = () => {
      hadFocus.current = place.current?.contains(document.activeElement) ?? false;
    };
    document.addEventListener("focusin", note);
    return () => document.removeEventListener("focusin", note);
  }, [list]);
  return place;
}
