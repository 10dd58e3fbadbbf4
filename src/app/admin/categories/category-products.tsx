import { useRevalidator } from "react-router";
import { useAdminAction } from "#app/web/use-admin-action.ts";
import type { AdminProductList } from "#features/catalog/admin/admin-product-queries.server.ts";
import { Button, ButtonLink } from "#ui/button.tsx";
import { EmptyState } from "#ui/notice.tsx";
import { Pagination } from "#ui/pagination.tsx";
import { usePageDialog } from "../dashboard/page-dialog.tsx";
import { DeleteProductsDialog } from "../products/delete-products-dialog.tsx";
import { productRefusal } from "../products/product-messages.ts";
import { CategoryProductCard } from "./category-product-card.tsx";

type Props = {
  products: AdminProductList | null;
  /** The address of a new product's form in this category. */
  newPath: string;
};

/** The products of the open category as cards; null when they could not be loaded (specification 8: that is only logged). */
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
