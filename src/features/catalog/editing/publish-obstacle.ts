import type { Queryable } from "#db/client.server.ts";
import type { ProductForm } from "#features/catalog/editing/product-form.ts";
import type { LineNote } from "#features/catalog/product-file/file-rows.ts";

type Published = Pick<ProductForm, "garmentType" | "sizes"> & { productId: string | null };

/**
 * Why a product may not be published yet, as its owner reads it; null when it may. The rule belongs to what is made of a product, which
 * the catalog knows nothing of: whoever runs an import passes it.
 */
export type FindPublishObstacle = (db: Queryable, product: Published) => Promise<string | null>;

/** Whether a file puts a product on sale that is new or a draft. */
export function isPublishing(
  before: Pick<ProductForm, "draft"> | null,
  after: Pick<ProductForm, "draft">,
): boolean {
  return !after.draft && (before === null || before.draft);
}

/** Everything else of the line is imported; the product waits as a draft. `isDone`: the line is written, and not only checked. */
export const draftNote = (
  line: number,
  { isDone, obstacle }: { isDone: boolean; obstacle: string },
): LineNote => ({
  line,
  column: "Status",
  message: `${isDone ? "It is a draft." : "It would be a draft."} ${obstacle}`,
});
