import { Plus } from "lucide-react";
import { useEffect, useState } from "react";
import { useNavigation, useRevalidator } from "react-router";
import type { AdminCategory } from "#features/catalog/admin/admin-category.ts";
import { Button } from "#ui/button.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { showToast } from "#ui/toast-store.ts";
import { DASHBOARD_PATH } from "../dashboard/dashboard-tabs.ts";
import { ActiveCategory } from "./active-category.tsx";
import type { CategoriesContent } from "./categories-content.server.ts";
import { CategoryDialog } from "./category-dialog.tsx";
import { SystemShield } from "./category-icon.tsx";
import { CategoryTabs } from "./category-tabs.tsx";
import { categoryKey, openCategory } from "./category-url.ts";
import { useCategoryWrites } from "./use-category-writes.ts";

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
