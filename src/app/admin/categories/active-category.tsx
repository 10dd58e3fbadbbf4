import { useState } from "react";
import type { AdminCategory } from "#features/catalog/admin/admin-category.ts";
import type { AdminProductList } from "#features/catalog/admin/admin-product-queries.server.ts";
import { Button, ButtonLink } from "#ui/button.tsx";
import { ConfirmDialog } from "#ui/confirm-dialog.tsx";
import { newProductPath } from "../products/form/preset-category.ts";
import { CardsLoading } from "./categories-loading.tsx";
import { SystemShield } from "./category-icon.tsx";
import { stayingProducts } from "./category-messages.ts";
import { CategoryProducts } from "./category-products.tsx";
import { categoryKey } from "./category-url.ts";

type Props = {
  category: AdminCategory;
  products: AdminProductList | null;
  /** Its products are on their way. */
  isComing: boolean;
  busy: boolean;
  onEdit: () => void;
  onDelete: () => void;
};

/** The open category: its name, its description, what can be done to it, its products. */
export function ActiveCategory(props: Props) {
  const { category, products, isComing, busy, onEdit, onDelete } = props;
  const [isAsking, setAsking] = useState(false);
  const newPath = newProductPath({ key: categoryKey(category), name: category.name });
  return (
    <section aria-labelledby="open-category" className="pt-6">
      <div className="mb-5 flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
        <div className="min-w-0">
          <h3 id="open-category" className="display flex items-center gap-2 text-xl">
            {category.name}
            {category.isSystem && <SystemShield size={18} />}
          </h3>
          <p className="mt-1 max-w-prose text-sm text-ink-soft">
            {category.description && `${category.description} · `}
            <span className="figures text-ink-quiet">
              {category.productCount === 1
                ? "1 product"
                : `${category.productCount.toLocaleString("en-US")} products`}
            </span>
          </p>
        </div>
        <div className="flex flex-wrap gap-2">
          <ButtonLink size="sm" to={newPath}>
            Add Product
          </ButtonLink>
          <Button size="sm" variant="secondary" onClick={onEdit}>
            Edit
          </Button>
          {!category.isSystem && (
            <Button size="sm" variant="secondary" disabled={busy} onClick={() => setAsking(true)}>
              Delete
            </Button>
          )}
        </div>
      </div>
      {isComing ? <CardsLoading /> : <CategoryProducts products={products} newPath={newPath} />}
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setAsking}
        title={`Delete ${category.name}?`}
        description={
          <>
            This will permanently delete this clothing category. This action cannot be undone.
            <span className="mt-3 block">{stayingProducts(category.productCount)}</span>
          </>
        }
        confirmLabel="Delete"
        onConfirm={() => {
          setAsking(false);
          onDelete();
        }}
      />
    </section>
  );
}
