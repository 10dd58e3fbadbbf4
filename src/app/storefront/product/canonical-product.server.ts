import { redirect } from "react-router";
import { productPath } from "#app/components/product/product-url.ts";
import type { AppDeps } from "#app/web/context.ts";
import { findProductId } from "#features/catalog/listing/catalog-queries.server.ts";

/** Throws a redirect to the canonical URL (ADR 0010), keeping the query; returns for unknown products. */
export async function leadToProduct(
  { db }: Pick<AppDeps, "db">,
  { url, name }: { url: URL; name: string },
): Promise<void> {
  const id = await findProductId(db, name);
  if (id === null || url.pathname === productPath(id)) return;
  throw redirect(`${productPath(id)}${url.search}`, 301);
}
