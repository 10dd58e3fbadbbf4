import { Copy, ExternalLink, Pencil, Trash2 } from "lucide-react";
import { Link } from "react-router";
import type { ActionFields } from "#app/web/admin-action.ts";
import type { AdminProduct } from "#features/catalog/admin/admin-product-queries.server.ts";
import { IconButton, iconButtonClass } from "#ui/button.tsx";
import { ActionForm, OpenDialog } from "../dashboard/page-dialog.tsx";
import { deleteDialog } from "./delete-products-dialog.tsx";
import { editProductPath } from "./product-urls.ts";

type Props = {
  product: AdminProduct;
  onPost: (fields: ActionFields) => void;
  /** Opens the question before it is deleted. */
  onOpen: (dialog: string) => void;
};

/** What can be done to one product. */
export function ProductActions({ product, onPost, onOpen }: Props) {
  const { id, name } = product;
  return (
    <div className="-my-1.5 flex max-lg:-mr-3 justify-end text-ink-soft">
      <Link
        to={editProductPath(id)}
        aria-label={`Edit ${name}`}
        title="Edit"
        className={iconButtonClass}
      >
        <Pencil size={18} aria-hidden="true" />
      </Link>
      <a
        href={`/product/${id}`}
        target="_blank"
        rel="noopener"
        aria-label={`View ${name} (opens in a new tab)`}
        title="View"
        className={iconButtonClass}
      >
        <ExternalLink size={18} aria-hidden="true" />
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

/** Opens the question before a product is deleted. */
export function DeleteProductButton({ product, onOpen }: Pick<Props, "product" | "onOpen">) {
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
