import { useState } from "react";
import { useNavigate, useRevalidator } from "react-router";
import { sendWrite } from "#app/web/admin-send-write.ts";
import type { AdminCategory } from "#features/catalog/admin/admin-category.ts";
import type { CategoryInput } from "#features/catalog/admin/category-input.ts";
import { showToast } from "#ui/toast-store.ts";
import { categoryRefusal } from "./category-messages.ts";
import { categoryQuery } from "./category-url.ts";

/** What can be done to categories; each says what it did in the specification's words (section 8) and shows the category it did it to. */
export function useCategoryWrites() {
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
