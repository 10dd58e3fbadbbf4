import { useState } from "react";
import type { ActionFields } from "#app/web/admin-action.ts";
import type { AdminProduct } from "#features/catalog/admin/admin-product-queries.server.ts";
import { productRef } from "#features/catalog/admin/product-change.ts";
import { ConfirmAction } from "../dashboard/page-dialog.tsx";
import { deleteQuestion } from "./product-messages.ts";

/** The dialog that asks before the chosen products are deleted. */
export const DELETE_CHOSEN = "delete-chosen";

/** The dialog that asks before one product is deleted. */
export function deleteDialog({ id }: Pick<AdminProduct, "id">): string {
  return `delete-${id}`;
}

type Props = {
  /** The name of the open dialog. */
  dialog: string | null;
  rows: readonly AdminProduct[];
  chosen?: readonly AdminProduct[];
  onClose: () => void;
  onPost: (fields: ActionFields) => void;
};

/** The products asked about; the last ones while the dialog closes. */
function useAsked({ dialog, rows, chosen = [] }: Props): readonly AdminProduct[] {
  const [last, setLast] = useState<readonly AdminProduct[]>([]);
  const one = rows.filter((row) => deleteDialog(row) === dialog);
  const asked = dialog === DELETE_CHOSEN ? chosen : one;
  if (asked.length > 0 && asked.map(productRef).join() !== last.map(productRef).join()) {
    setLast(asked);
  }
  return asked.length > 0 ? asked : last;
}

/** Asks before products are deleted, in the specification's words (section 2). */
export function DeleteProductsDialog(props: Props) {
  const { dialog, onClose, onPost } = props;
  const asked = useAsked(props);
  const isOpen = dialog === DELETE_CHOSEN || asked.some((each) => deleteDialog(each) === dialog);
  return (
    <ConfirmAction
      open={isOpen && asked.length > 0}
      title="Are you sure?"
      description={
        <>
          {deleteQuestion(Math.max(1, asked.length))}
          <span className="mt-3 block font-medium text-ink">
            {asked
              .slice(0, 3)
              .map(({ name }) => name)
              .join(", ")}
            {asked.length > 3 && ` and ${asked.length - 3} more`}
          </span>
        </>
      }
      confirmLabel="Delete"
      fields={{ intent: "delete-products", products: asked.map(productRef) }}
      onClose={onClose}
      onConfirm={(fields) => {
        onClose();
        onPost(fields);
      }}
    />
  );
}
