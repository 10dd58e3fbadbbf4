import { onlyPost, readWrite, writeResponse } from "#app/web/admin-write-response.server.ts";
import { actorContext, depsContext } from "#app/web/context.ts";
import { categoryInput } from "#features/catalog/admin/category-input.ts";
import { createCategory } from "#features/catalog/admin/create-category.server.ts";
import type { Route } from "./+types/categories-create.ts";

export function loader() {
  return onlyPost();
}

/** Adds a category. */
export async function action({ request, context }: Route.ActionArgs) {
  const category = await readWrite(request, categoryInput);
  const actor = context.get(actorContext);
  return writeResponse(
    category && (await createCategory(context.get(depsContext), { actor, category })),
  );
}
