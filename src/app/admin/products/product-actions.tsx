import { Copy, ExternalLink, Pencil, Trash2 } from "lucide-react";
import { Link } from "react-router";
import type { AdminProduct } from "#features/catalog/admin/admin-product-queries.server.ts";
import { IconButton, iconButtonClass } from "#ui/icon-button.tsx";
import { editProductPath } from "./form/preset-category.ts";

type Props = {
  product: AdminProduct;
  onDuplicate: (product: AdminProduct) => void;
  onDelete: (product: AdminProduct) => void;
};

/** What can be done to one product. */
export function ProductActions({ product, onDuplicate, onDelete }: Props) {
  const { id, name } = product;
  return (
    <span className="-my-1.5 flex max-lg:-mr-3 justify-end text-ink-soft">
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
      <IconButton
        label={`Duplicate ${name}`}
        icon={<Copy size={18} aria-hidden="true" />}
        onClick={() => onDuplicate(product)}
      />
      <IconButton
        label={`Delete ${name}`}
        icon={<Trash2 size={18} aria-hidden="true" />}
        className="hover:text-hibiscus"
        onClick={() => onDelete(product)}
      />
    </span>
  );
}
