import { useState } from "react";
import type { AdminCategory } from "#features/catalog/admin/admin-category.ts";
import type { AdminProduct } from "#features/catalog/admin/admin-product-queries.server.ts";
import type { ProductChange } from "#features/catalog/admin/product-change.ts";
import { Button } from "#ui/button.tsx";
import { Select } from "#ui/select.tsx";

type Props = {
  chosen: readonly AdminProduct[];
  categories: readonly AdminCategory[];
  busy: boolean;
  onChange: (change: ProductChange) => void;
  onDelete: () => void;
  onClear: () => void;
};

const changes: readonly { label: string; change: ProductChange }[] = [
  { label: "In stock", change: { inStock: true } },
  { label: "Out of stock", change: { inStock: false } },
  { label: "Feature", change: { featured: true } },
  { label: "Do not feature", change: { featured: false } },
];

/** What can be done to all chosen products at once; stays in view at the window's foot while any is chosen. */
export function BulkBar({ chosen, categories, busy, onChange, onDelete, onClear }: Props) {
  if (chosen.length === 0) return null;
  return (
    <section
      aria-label="Chosen products"
      className="sticky bottom-0 z-10 -mx-4 items-center gap-4 border-t border-ink bg-white px-4 py-3 sm:mx-0 sm:flex sm:px-0"
    >
      <div className="flex items-center justify-between gap-4 max-sm:pb-2 sm:order-last sm:ml-auto">
        <p role="status" className="figures text-sm font-medium whitespace-nowrap">
          {chosen.length.toLocaleString("en-US")} selected
        </p>
        <Button size="sm" variant="quiet" className="px-2" onClick={onClear}>
          Clear
        </Button>
      </div>
      <div className="-mx-4 flex gap-2 overflow-x-auto px-4 py-1 sm:mx-0 sm:flex-wrap sm:overflow-visible sm:px-0 [&>*]:shrink-0">
        {changes.map(({ label, change }) => (
          <Button
            key={label}
            size="sm"
            variant="secondary"
            disabled={busy}
            onClick={() => onChange(change)}
          >
            {label}
          </Button>
        ))}
        <MoveToCategory categories={categories} busy={busy} onChange={onChange} />
        <Button size="sm" variant="danger" disabled={busy} onClick={onDelete}>
          Delete
        </Button>
      </div>
    </section>
  );
}

function MoveToCategory({
  categories,
  busy,
  onChange,
}: Pick<Props, "categories" | "busy" | "onChange">) {
  const [categoryId, setCategoryId] = useState("");
  return (
    <span className="flex gap-2">
      <Select
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
        size="sm"
        variant="secondary"
        disabled={busy || categoryId === ""}
        onClick={() => onChange({ categoryId })}
      >
        Move
      </Button>
    </span>
  );
}
