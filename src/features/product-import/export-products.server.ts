import { CSV_BOM, csvLine } from "#core/csv-injection.ts";
import type { Result } from "#core/result.ts";
import { fail, ok } from "#core/result.ts";
import type { Database } from "#db/client.server.ts";
import { listProductForms } from "#features/catalog/admin/product-form-queries.server.ts";
import type { Actor } from "#features/identity/actor.ts";
import { isAdmin } from "#features/identity/actor.ts";
import { imagePath, SOCIAL_IMAGE_WIDTH } from "#features/media/image-url.ts";
import { FILE_COLUMNS } from "./file-columns.ts";
import { writeProduct } from "./write-product.ts";

const PRODUCTS_A_PIECE = 200;

/** Every product that is not deleted as a CSV file in Shopify's columns and our own, oldest first, piece by piece (decisions/0015). */
export function exportProducts(
  deps: { db: Database; publicUrl: string },
  input: { actor: Actor },
): Result<AsyncGenerator<string>, "forbidden"> {
  if (!isAdmin(input.actor)) return fail("forbidden");
  return ok(pieces(deps, input.actor));
}

async function* pieces(
  deps: { db: Database; publicUrl: string },
  actor: Actor,
): AsyncGenerator<string> {
  const addressOf = (mediaId: string) =>
    deps.publicUrl + imagePath(mediaId, SOCIAL_IMAGE_WIDTH, "jpg");
  yield CSV_BOM + csvLine(FILE_COLUMNS);
  for (let after: string | null = null; ; ) {
    const select = { after, most: PRODUCTS_A_PIECE };
    const listed = await listProductForms(deps.db, { actor, select });
    const last = listed.ok ? listed.value.at(-1) : undefined;
    if (!listed.ok || !last) return;
    const rows = listed.value.flatMap(({ form, categoryName, added }) =>
      writeProduct({ form, category: categoryName, added }, addressOf),
    );
    yield rows.map(csvLine).join("");
    after = last.id;
  }
}
