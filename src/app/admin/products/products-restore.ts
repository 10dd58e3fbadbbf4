import { onlyPost, readWrite, writeResponse } from "#app/web/admin-write-response.server.ts";
import { actorContext, depsContext } from "#app/web/context.ts";
import { productVersionsInput } from "#features/catalog/admin/product-change.ts";
import { restoreProducts } from "#features/catalog/admin/restore-products.server.ts";
import type { Route } from "./+types/products-restore.ts";

export function loader() {
  return onlyPost();
}

/** Puts deleted products back: the list's Undo. */
export async function action({ request, context }: Route.ActionArgs) {
  const asked = await readWrite(request, productVersionsInput);
  const actor = context.get(actorContext);
  return writeResponse(
    asked && (await restoreProducts(context.get(depsContext), { actor, ...asked })),
  );
}
