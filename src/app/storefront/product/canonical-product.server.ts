import { redirect } from "react-router";
import type { AppDeps } from "#app/web/context.ts";
import { findProductId } from "#features/catalog/listing/catalog-queries.server.ts";
import { productPath } from "./product-url.ts";

/**
 * Redirects a product's other URLs to its canonical one (ADR 0010), keeping the query; throws the redirect. Returns when the URL is
 * canonical or names no product.
 */
export async function leadToProduct(
  { db }: Pick<AppDeps, "db">,
  { url, name }: { url: URL; name: string },
): Promise<void> {
  const id = await findProductId(db, name);
  if (id === null || url.pathname === productPath(id)) return;
  throw redirect(`${productPath(id)}${url.search}`, 301);
}
