import { z } from "zod";
import { onlyPost, readWrite, writeResponse } from "#app/web/admin-write-response.server.ts";
import { actorContext, depsContext } from "#app/web/context.ts";
import { duplicateProduct } from "#features/catalog/admin/duplicate-product.server.ts";
import type { Route } from "./+types/products-duplicate.ts";

const input = z.object({ productId: z.uuid() });

export function loader() {
  return onlyPost();
}

/** Copies a product. */
export async function action({ request, context }: Route.ActionArgs) {
  const asked = await readWrite(request, input);
  const actor = context.get(actorContext);
  return writeResponse(
    asked && (await duplicateProduct(context.get(depsContext), { actor, ...asked })),
  );
}
