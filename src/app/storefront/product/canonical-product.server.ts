import { redirect } from "react-router";
import type { AppDeps } from "#app/web/context.ts";
import { findProductId } from "#features/catalog/listing/catalog-queries.server.ts";
import { productPath } from "./product-url.ts";

/**
 * Leads every other address of a product to its one (docs/decisions/0010): throws the redirect, its query kept. Comes back when the
 * address is the one, or names no product.
 */
export async function leadToProduct(
  { db }: Pick<AppDeps, "db">,
  { url, name }: { url: URL; name: string },
): Promise<void> {
  const id = await findProductId(db, name);
  if (id === null || url.pathname === productPath(id)) return;
  throw redirect(`${productPath(id)}${url.search}`, 301);
}
