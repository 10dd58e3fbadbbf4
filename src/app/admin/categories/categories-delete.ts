import { z } from "zod";
import { onlyPost, readWrite, writeResponse } from "#app/web/admin-write-response.server.ts";
import { actorContext, depsContext } from "#app/web/context.ts";
import { deleteCategory } from "#features/catalog/admin/delete-category.server.ts";
import type { Route } from "./+types/categories-delete.ts";

const input = z.object({ id: z.uuid(), version: z.int().positive() });

export function loader() {
  return onlyPost();
}

/** Deletes a category. */
export async function action({ request, context }: Route.ActionArgs) {
  const category = await readWrite(request, input);
  const actor = context.get(actorContext);
  return writeResponse(
    category && (await deleteCategory(context.get(depsContext), { actor, category })),
  );
}
