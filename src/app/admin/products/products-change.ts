import { onlyPost, readWrite, writeResponse } from "#app/web/admin-write-response.server.ts";
import { actorContext, depsContext } from "#app/web/context.ts";
import { changeProducts } from "#features/catalog/admin/change-products.server.ts";
import { productChangesInput } from "#features/catalog/admin/product-change.ts";
import type { Route } from "./+types/products-change.ts";

export function loader() {
  return onlyPost();
}

/** Changes stock, featuring or category of products of the list. */
export async function action({ request, context }: Route.ActionArgs) {
  const asked = await readWrite(request, productChangesInput);
  const actor = context.get(actorContext);
  return writeResponse(
    asked && (await changeProducts(context.get(depsContext), { actor, ...asked })),
  );
}
