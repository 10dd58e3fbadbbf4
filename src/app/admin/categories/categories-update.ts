import { z } from "zod";
import { answerWrite, onlyPost, readWrite } from "#app/web/admin-answer-write.server.ts";
import { actorContext, depsContext } from "#app/web/context.ts";
import { categoryInput, seenCategory } from "#features/catalog/admin/category-input.ts";
import { updateCategory } from "#features/catalog/admin/update-category.server.ts";
import type { Route } from "./+types/categories-update.ts";

const input = z.object({ seen: seenCategory, category: categoryInput });

export function loader() {
  return onlyPost();
}

/** Renames or describes a category. */
export async function action({ request, context }: Route.ActionArgs) {
  const asked = await readWrite(request, input);
  const actor = context.get(actorContext);
  return answerWrite(
    asked && (await updateCategory(context.get(depsContext), { actor, ...asked })),
  );
}
