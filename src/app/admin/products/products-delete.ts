import { onlyPost, readWrite, writeResponse } from "#app/web/admin-write-response.server.ts";
import { actorContext, depsContext } from "#app/web/context.ts";
import { deleteProducts } from "#features/catalog/admin/delete-products.server.ts";
import { productVersionsInput } from "#features/catalog/admin/product-change.ts";
import type { Route } from "./+types/products-delete.ts";

export function loader() {
  return onlyPost();
}

/** Takes products out of the shop. */
export async function action({ request, context }: Route.ActionArgs) {
  const asked = await readWrite(request, productVersionsInput);
  const actor = context.get(actorContext);
  return writeResponse(
    asked && (await deleteProducts(context.get(depsContext), { actor, ...asked })),
  );
}
