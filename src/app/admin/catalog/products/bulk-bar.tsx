import { useState } from "react";
import { useLocation } from "react-router";
import { ConfirmAction } from "#app/components/admin/page-dialog.tsx";
import type { ActionFields } from "#app/web/admin-action.ts";
import type { AdminCategory } from "#features/catalog/categories/admin-category.ts";
import type { AdminProduct } from "#features/catalog/editing/admin-product-queries.server.ts";
import { PRODUCT_CHANGES, productRef } from "#features/catalog/editing/product-change.ts";
import { Button } from "#ui/button.tsx";
import { Select } from "#ui/field.tsx";
import { SelectedCount } from "#ui/table.tsx";
import { deleteQuestion } from "./product-messages.ts";

const DELETE_CHOSEN = "delete-chosen";

export function deleteDialog({ id }: Pick<AdminProduct, "id">): string {
  return `delete-${id}`;
}

type DeleteProductsDialogProps = {
  dialog: string | null;
  rows: readonly AdminProduct[];
  chosen?: readonly AdminProduct[];
  onClose: () => void;
  onPost: (fields: ActionFields) => void;
};

/** Keeps the last products while the dialog closes. */
function useRequested({
  dialog,
  rows,
  chosen = [],
}: DeleteProductsDialogProps): readonly AdminProduct[] {
  const [last, setLast] = useState<readonly AdminProduct[]>([]);
  const one = rows.filter((row) => deleteDialog(row) === dialog);
  const requested = dialog === DELETE_CHOSEN ? chosen : one;
  if (requested.length > 0 && requested.map(productRef).join() !== last.map(productRef).join()) {
    setLast(requested);
  }
  return requested.length > 0 ? requested : last;
}

export function DeleteProductsDialog(props: DeleteProductsDialogProps) {
  const { dialog, onClose, onPost } = props;
  const requested = useRequested(props);
  const isOpen =
    dialog === DELETE_CHOSEN || requested.some((each) => deleteDialog(each) === dialog);
  return (
    <ConfirmAction
      open={isOpen && requested.length > 0}
      title="Are you sure?"
      description={
        <>
          {deleteQuestion(Math.max(1, requested.length))}
          <span className="mt-3 block font-medium text-ink">
            {requested
              .slice(0, 3)
              .map(({ name }) => name)
              .join(", ")}
            {requested.length > 3 && ` and ${requested.length - 3} more`}
          </span>
        </>
      }
      confirmLabel="Delete"
      fields={{ intent: "delete-products", products: requested.map(productRef) }}
      onClose={onClose}
      onConfirm={(fields) => {
        onClose();
        onPost(fields);
      }}
    />
  );
}

export const CHOSEN_FORM = "chosen-products";

type Props = {
  chosen: readonly AdminProduct[];
  categories: readonly AdminCategory[];
  busy: boolean;
  onPost: (fields: ActionFields) => void;
  onOpen: (dialog: string) => void;
  onClear: () => void;
};

export function BulkBar(props: Props) {
  const { pathname, search } = useLocation();
  const { chosen, busy, onPost, onOpen } = props;
  const params = [...new URLSearchParams(search)].filter(
    ([name]) => name !== "dialog" && name !== "products",
  );
  return (
    <form
      id={CHOSEN_FORM}
      method="post"
      action={`${pathname}?${new URLSearchParams(params)}`}
      className="contents"
      onSubmit={(event) => {
        event.preventDefault();
        const { submitter } = event.nativeEvent as SubmitEvent;
        if (busy || !(submitter instanceof HTMLButtonElement)) return;
        if (submitter.name === "dialog") return onOpen(DELETE_CHOSEN);
        const formData = new FormData(event.currentTarget);
        const isMove = submitter.value === "move";
        const categoryId = isMove ? String(formData.get("categoryId")) : undefined;
        const products = chosen.map(productRef);
        const intent = "change-products";
        onPost({ intent, products, change: submitter.value, categoryId });
      }}
    >
      <input type="hidden" name="intent" value="change-products" />
      {params.map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      {chosen.length > 0 ? (
        <Bar {...props} />
      ) : (
        <noscript>
          <Bar {...props} />
        </noscript>
      )}
    </form>
  );
}

function Bar({ chosen, categories, busy, onClear }: Props) {
  return (
    <section
      aria-label="Chosen products"
      data-bottom-bar=""
      className="sticky bottom-0 z-10 -mx-4 items-center gap-4 border-t border-ink bg-white px-4 py-3 sm:mx-0 sm:flex sm:px-0"
    >
      {chosen.length > 0 && (
        <div className="flex items-center justify-between gap-4 max-sm:pb-2 sm:order-last sm:ml-auto">
          <SelectedCount count={chosen.length} />
          <Button size="sm" variant="quiet" className="px-2" onClick={onClear}>
            Clear
          </Button>
        </div>
      )}
      <div className="-mx-4 flex gap-2 overflow-x-auto px-4 py-1 sm:mx-0 sm:flex-wrap sm:overflow-visible sm:px-0 [&>*]:shrink-0">
        {Object.entries(PRODUCT_CHANGES).map(([name, { label }]) => (
          <Button
            key={name}
            type="submit"
            name="change"
            value={name}
            size="sm"
            variant="secondary"
            disabled={busy}
          >
            {label}
          </Button>
        ))}
        <MoveToCategory
          categories={categories}
          disabled={(isNone) => busy || (isNone && chosen.length > 0)}
        />
        <Button
          type="submit"
          formMethod="get"
          name="dialog"
          value={DELETE_CHOSEN}
          size="sm"
          variant="danger"
          disabled={busy}
        >
          Delete
        </Button>
      </div>
    </section>
  );
}

type MoveProps = Pick<Props, "categories"> & { disabled: (isNone: boolean) => boolean };

function MoveToCategory({ categories, disabled }: MoveProps) {
  const [categoryId, setCategoryId] = useState("");
  return (
    <span className="flex gap-2">
      <Select
        name="categoryId"
        aria-label="Category to move to"
        value={categoryId}
        onChange={(event) => setCategoryId(event.target.value)}
        className="w-44 [&>select]:min-h-9 [&>select]:py-1 [&>select]:text-sm pointer-coarse:[&>select]:min-h-11"
      >
        <option value="">Category…</option>
        {categories.map(
          ({ id, name }) =>
            id && (
              <option key={id} value={id}>
                {name}
              </option>
            ),
        )}
      </Select>
      <Button
        type="submit"
        name="change"
        value="move"
        size="sm"
        variant="secondary"
        disabled={disabled(categoryId === "")}
      >
        Move
      </Button>
    </span>
  );
}
