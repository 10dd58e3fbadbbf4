import { z } from "zod";
import { onlyPost, readWrite, writeResponse } from "#app/web/admin-write-response.server.ts";
import { actorContext, depsContext } from "#app/web/context.ts";
import { categoryInput, categoryVersion } from "#features/catalog/admin/category-input.ts";
import { updateCategory } from "#features/catalog/admin/update-category.server.ts";
import type { Route } from "./+types/categories-update.ts";

const input = z.object({ seen: categoryVersion, category: categoryInput });

export function loader() {
  return onlyPost();
}

/** Renames or describes a category. */
export async function action({ request, context }: Route.ActionArgs) {
  const asked = await readWrite(request, input);
  const actor = context.get(actorContext);
  return writeResponse(
    asked && (await updateCategory(context.get(depsContext), { actor, ...asked })),
  );
}
