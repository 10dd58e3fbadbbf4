import type { AdminProduct } from "#features/catalog/admin/admin-product-queries.server.ts";
import { ConfirmDialog } from "#ui/confirm-dialog.tsx";
import { deleteQuestion } from "./product-messages.ts";

type Props = {
  /** What is to be deleted; none closes it. */
  asked: readonly AdminProduct[];
  onCancel: () => void;
  onConfirm: () => void;
};

/** Asks before products are deleted, in the specification's words (section 2). */
export function DeleteProductsDialog({ asked, onCancel, onConfirm }: Props) {
  return (
    <ConfirmDialog
      open={asked.length > 0}
      onOpenChange={(open) => !open && onCancel()}
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
      onConfirm={onConfirm}
    />
  );
}
