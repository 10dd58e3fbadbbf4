import { Plus } from "lucide-react";
import { useEffect, useState } from "react";
import { useNavigate, useNavigation, useRevalidator } from "react-router";
import { sendWrite } from "#app/web/admin-send-write.ts";
import type { AdminCategory } from "#features/catalog/admin/admin-category.ts";
import type { AdminProductList } from "#features/catalog/admin/admin-product-queries.server.ts";
import type { CategoryInput } from "#features/catalog/admin/category-input.ts";
import { Button, ButtonLink } from "#ui/button.tsx";
import { ConfirmDialog } from "#ui/confirm-dialog.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { showToast } from "#ui/toast-store.ts";
import { DASHBOARD_PATH } from "../dashboard/dashboard-tabs.ts";
import { newProductPath } from "../products/form/preset-category.ts";
import type { CategoriesContent } from "./categories-content.server.ts";
import { CardsLoading } from "./categories-loading.tsx";
import { CategoryDialog } from "./category-dialog.tsx";
import { SystemShield } from "./category-icon.tsx";
import { categoryRefusal, stayingProducts } from "./category-messages.ts";
import { CategoryProducts } from "./category-products.tsx";
import { CategoryTabs } from "./category-tabs.tsx";
import { categoryKey, categoryQuery, openCategory } from "./category-url.ts";

/** What can be done to categories; each says what it did in the specification's words (section 8) and shows the category it did it to. */
function useCategoryWrites() {
  const navigate = useNavigate();
  const { revalidate } = useRevalidator();
  const [busy, setBusy] = useState(false);

  async function write<Value>(path: string, body: unknown) {
    setBusy(true);
    const answer = await sendWrite<Value, string>(`/admin/categories/${path}`, body);
    setBusy(false);
    return answer;
  }

  /** Creates a category, or changes the one given; answers with the refusal's code, or null when it is done. */
  async function save(changed: AdminCategory | null, category: CategoryInput) {
    const answer = changed
      ? await write<{ id: string }>("update", {
          seen: { id: changed.id, version: changed.version },
          category,
        })
      : await write<{ id: string }>("create", category);
    if (!answer.ok) {
      const title = changed ? "Failed to update category" : "Failed to create category";
      showToast({ kind: "error", title });
      if (answer.error === "conflict" || answer.error === "not_found") void revalidate();
      return answer.error;
    }
    const title = changed ? "Category updated successfully" : "Category created successfully";
    showToast({ kind: "success", title });
    void navigate({ search: categoryQuery(answer.value.id) }, { preventScrollReset: true });
    return null;
  }

  /** Deletes a category; the first remaining one is open then (specification 4). */
  async function remove({ id, version }: AdminCategory): Promise<void> {
    const answer = await write("delete", { id, version });
    if (answer.ok) {
      showToast({ kind: "success", title: "Category deleted successfully" });
      void navigate({ search: categoryQuery(null) }, { replace: true, preventScrollReset: true });
      return;
    }
    void revalidate();
    if (answer.error === "system") {
      showToast({
        kind: "error",
        title: "Cannot Delete",
        description: "System categories cannot be deleted as they are used throughout the site.",
      });
      return;
    }
    const description = categoryRefusal(answer.error);
    showToast({ kind: "error", title: "Failed to delete category", description });
  }

  return { busy, save, remove };
}

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
function ActiveCategory(props: Props) {
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

/** The category that was pressed and whose products have not arrived yet, else the one shown. */
function useShownCategory({ categories, active }: CategoriesContent) {
  const { location } = useNavigation();
  const isComing = location?.pathname === DASHBOARD_PATH;
  const coming = isComing && openCategory(categories, new URLSearchParams(location.search));
  return { shown: coming || active, isComing };
}

/** The Clothing Categories tab (specification 2). */
export function CategoriesPanel({ content }: { content: CategoriesContent }) {
  const { categories } = content;
  const { shown, isComing } = useShownCategory(content);
  const writes = useCategoryWrites();
  const [dialog, setDialog] = useState<{ changed: AdminCategory | null } | null>(null);
  const [isOpen, setOpen] = useState(false);
  const open = (changed: AdminCategory | null) => {
    setDialog({ changed });
    setOpen(true);
  };
  return (
    <section aria-labelledby="clothing-categories" className="pt-5">
      <div className="mb-3 flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
        <div>
          <h2 id="clothing-categories" className="display text-xl">
            Clothing Categories
          </h2>
          <p className="mt-1 flex flex-wrap items-center gap-1.5 text-sm text-ink-soft">
            <SystemShield /> System categories cannot be deleted.
          </p>
        </div>
        <Button size="sm" onClick={() => open(null)}>
          <Plus size={16} aria-hidden="true" />
          Add New Category
        </Button>
      </div>
      {shown === null ? (
        <NoCategories onCreate={() => open(null)} />
      ) : (
        <>
          <CategoryTabs categories={categories} activeKey={categoryKey(shown)} />
          <ActiveCategory
            key={categoryKey(shown)}
            category={shown}
            products={content.products}
            isComing={isComing}
            busy={writes.busy}
            onEdit={() => open(shown)}
            onDelete={() => void writes.remove(shown)}
          />
        </>
      )}
      {dialog && (
        <CategoryDialog
          open={isOpen}
          changed={dialog.changed}
          busy={writes.busy}
          onClose={() => setOpen(false)}
          onSave={(category) => writes.save(dialog.changed, category)}
        />
      )}
    </section>
  );
}

/** The six of the system always show, so that an empty list is one that could not be loaded (specification 8). */
function NoCategories({ onCreate }: { onCreate: () => void }) {
  const { revalidate, state } = useRevalidator();
  // After a Retry that failed too it is told again: nothing else on the page would have moved.
  useEffect(() => {
    if (state === "idle") showToast({ kind: "error", title: "Failed to fetch categories" });
  }, [state]);
  return (
    <EmptyState
      title="No clothing categories found."
      action={
        <div className="flex flex-wrap justify-center gap-3">
          <Button variant="secondary" onClick={() => void revalidate()}>
            Retry
          </Button>
          <Button onClick={onCreate}>Create your first clothing category</Button>
        </div>
      }
    >
      They could not be loaded. Nothing was changed.
    </EmptyState>
  );
}
