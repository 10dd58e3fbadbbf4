import { useState } from "react";
import { useRevalidator } from "react-router";
import { sendWrite } from "#app/web/admin-send-write.ts";
import type { Result } from "#core/result.ts";
import type { ProductVersion } from "#features/catalog/admin/locked-products.server.ts";
import type { ChangeOfProduct, ProductChange } from "#features/catalog/admin/product-change.ts";
import { showToast } from "#ui/toast-store.ts";
import {
  productRefusalMessage,
  productsChangedMessage,
  productsDeletedMessage,
} from "./product-messages.ts";

type Answer<Value> = Result<Value, string>;

const seenOnly = ({ id, version }: ProductVersion): ProductVersion => ({ id, version });

function refused(title: string, error: string): void {
  showToast({ kind: "error", title, description: productRefusalMessage(error) });
}

/** What can be done to products of a list; each says what it did, offers Undo, and brings the list up to date. */
export function useProductWrites() {
  const { revalidate } = useRevalidator();
  const [busy, setBusy] = useState(false);

  async function write<Value>(path: string, body: unknown): Promise<Answer<Value>> {
    setBusy(true);
    const answer = await sendWrite<Value, string>(`/admin/products/${path}`, body);
    setBusy(false);
    void revalidate();
    return answer;
  }

  async function putBack(path: string, body: unknown): Promise<void> {
    const answer = await write(path, body);
    if (answer.ok) showToast({ kind: "success", title: "Everything is as it was" });
    else refused("That could not be undone", answer.error);
  }

  return {
    busy,

    async change(chosen: readonly ProductVersion[], change: ProductChange): Promise<void> {
      const changes = chosen.map((product) => ({ ...seenOnly(product), change }));
      const answer = await write<{ undo: ChangeOfProduct[] }>("change", { changes });
      if (!answer.ok) return refused("Nothing was changed", answer.error);
      const { undo } = answer.value;
      const title = productsChangedMessage(chosen.length, change);
      const action = { label: "Undo", onSelect: () => void putBack("change", { changes: undo }) };
      showToast({ kind: "success", title, ...(undo.length > 0 && { action }) });
    },

    async remove(chosen: readonly ProductVersion[]): Promise<boolean> {
      const products = chosen.map(seenOnly);
      const answer = await write<{ undo: ProductVersion[] }>("delete", { products });
      if (!answer.ok) {
        const message = `Failed to delete product: ${productRefusalMessage(answer.error)}`;
        showToast({ kind: "error", title: `Error deleting product: ${message}` });
        return false;
      }
      const restore = { products: answer.value.undo };
      const action = { label: "Undo", onSelect: () => void putBack("restore", restore) };
      showToast({ kind: "success", title: productsDeletedMessage(chosen.length), action });
      return true;
    },

    async duplicate(product: { id: string }): Promise<void> {
      const answer = await write<ProductVersion & { name: string }>("duplicate", {
        productId: product.id,
      });
      if (!answer.ok) return refused("No copy was made", answer.error);
      const { name } = answer.value;
      const copy = { products: [seenOnly(answer.value)] };
      showToast({
        kind: "success",
        title: name,
        description: "The copy is out of stock until you say otherwise.",
        action: { label: "Undo", onSelect: () => void putBack("delete", copy) },
      });
    },
  };
}

/** What a list hands to the buttons of its products. */
export type ProductWrites = ReturnType<typeof useProductWrites>;
