import { z } from "zod";
import { onlyPost, readWrite } from "#app/web/admin-write-response.server.ts";
import { actorContext, depsContext } from "#app/web/context.ts";
import { refuse } from "#app/web/require-admin.server.ts";
import { problemsOf, productFormInput } from "#features/catalog/admin/product-form.ts";
import type { SaveRefusal } from "#features/catalog/admin/save-product.server.ts";
import { saveProduct } from "#features/catalog/admin/save-product.server.ts";
import type { Route } from "./+types/products-save.ts";

const input = z.object({
  seen: z.object({ id: z.uuid(), version: z.int().positive() }).nullable(),
  form: z.looseObject({ name: z.string() }),
});

const statuses = { invalid: 422, conflict: 409, not_found: 404, forbidden: 403 } as const;

const refused = (error: SaveRefusal) =>
  Response.json({ ok: false, error }, { status: statuses[error.code] });

export function loader() {
  return onlyPost();
}

/** Saves the product form. */
export async function action({ request, context }: Route.ActionArgs) {
  const asked = await readWrite(request, input);
  if (!asked) return Response.json({ ok: false, error: "invalid" }, { status: 400 });
  const { data: draft } = productFormInput.safeParse(asked.form);
  if (!draft) return refused({ code: "invalid", problems: problemsOf(asked.form) });
  const actor = context.get(actorContext);
  const done = await saveProduct(context.get(depsContext), { actor, seen: asked.seen, draft });
  if (done.ok) return Response.json(done);
  return done.error.code === "forbidden" ? refuse() : refused(done.error);
}
