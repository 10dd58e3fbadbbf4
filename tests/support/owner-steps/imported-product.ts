import { newId } from "#core/ids.ts";
import type { Database } from "#db/client.server.ts";
import { productImportLines, productImports } from "#db/schema/product-import.server.ts";
import type { SignedIn } from "#features/base/identity/actor.ts";
import { emptyProductForm } from "#features/catalog/editing/product-form.ts";
import type { ProductPlan } from "#features/catalog/product-import/import-plan.ts";
import type { Batch } from "#features/catalog/product-import/write-batch.server.ts";

/** Ready to be written. */
export async function importedProduct(db: Database, actor: SignedIn, name: string): Promise<Batch> {
  const importId = newId();
  const category = "Smart Casual";
  const form = { ...emptyProductForm(), name, price: "89" };
  const plan: ProductPlan = {
    form,
    category,
    images: [],
    replacesWaiting: true,
    existing: null,
    added: null,
  };
  await db.insert(productImports).values({
    id: importId,
    fileName: "pieces.csv",
    fallbackCategory: category,
    status: "running",
    actorId: actor.userId,
    actorName: actor.name,
  });
  await db
    .insert(productImportLines)
    .values({ importId, position: 1, line: 2, handle: name, name, verdict: "new", plan });
  return {
    importId,
    actor,
    lines: [{ position: 1, line: 2, plan }],
    notes: [],
    problems: new Map(),
  };
}
