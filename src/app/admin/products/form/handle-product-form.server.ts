import { data, redirect } from "react-router";
import type { AppDeps } from "#app/web/context.ts";
import { refuse } from "#app/web/require-admin.server.ts";
import { recordChanges } from "#features/audit/record-change.server.ts";
import type { ProductForm, ProductProblems } from "#features/catalog/admin/product-form.ts";
import { problemsOf, productFormInput } from "#features/catalog/admin/product-form.ts";
import type { ProductSnapshot } from "#features/catalog/admin/product-form-queries.server.ts";
import { readProductForm } from "#features/catalog/admin/read-product-form.ts";
import { saveProduct } from "#features/catalog/admin/save-product.server.ts";
import type { Actor, SignedIn } from "#features/identity/actor.ts";
import { isAdmin } from "#features/identity/actor.ts";
import { ingestImage } from "#features/media/ingest-image.server.ts";
import { uploadFailureMessage } from "#features/media/upload-rules.ts";
import { afterSavePath, readPresetCategory } from "./preset-category.ts";

/** What the form shows again when it was posted without script and not saved: all that was typed, and why. */
export type ProductFormResult = {
  form: ProductForm;
  problems: ProductProblems;
  /** How the product stands by now, when somebody else changed it. */
  current: ProductSnapshot | null;
};

type Asked = { deps: AppDeps; actor: Actor; params: URLSearchParams; id: string | null };

/** Saves the form of a browser without script: fields and pictures in one post. */
export async function handleProductForm(request: Request, asked: Asked) {
  const { deps, actor, params, id } = asked;
  if (!isAdmin(actor)) return refuse();
  const posted = await request.formData();
  const form = readProductForm(posted);
  const again = (problems: ProductProblems, theirs: ProductSnapshot | null = null) =>
    data<ProductFormResult>({ form, problems, current: theirs }, { status: theirs ? 409 : 422 });
  const problems = problemsOf(form);
  if (Object.keys(problems).length > 0) return again(problems);
  const refusals = await takeFiles({ deps, actor }, posted, form);
  if (refusals.length > 0) return again({ images: refusals.join(". ") });
  const { data: draft } = productFormInput.safeParse(form);
  if (!draft) return again(problemsOf(form));
  const version = Number(posted.get("version"));
  const seen = id === null ? null : { id, version };
  const done = await saveProduct(deps, { actor, seen, draft });
  if (done.ok) return redirect(afterSavePath(readPresetCategory(params)));
  const { error } = done;
  if (error.code === "forbidden") return refuse();
  if (error.code === "not_found") throw data(null, { status: 404 });
  if (error.code === "conflict") return again({}, error.current);
  return again(error.code === "invalid" ? error.problems : {});
}

/** Takes the pictures into the library and the form; answers what is wrong with those that could not be. */
async function takeFiles(
  { deps, actor }: { deps: AppDeps; actor: SignedIn },
  posted: FormData,
  form: ProductForm,
): Promise<string[]> {
  const refusals: string[] = [];
  for (const file of posted.getAll("files")) {
    if (typeof file === "string" || file.size === 0) continue;
    const bytes = new Uint8Array(await file.arrayBuffer());
    const taken = await ingestImage(deps, {
      name: file.name,
      bytes,
      async alongside(tx, { id: subjectId, name, type, mimeType, byteSize }) {
        const after = { name, type, mimeType, byteSize };
        const entry = { action: "uploaded", subject: "media", subjectId, before: null } as const;
        await recordChanges(tx, actor, [{ ...entry, after }]);
      },
    });
    if (taken.ok) form.images.push({ mediaId: taken.value.id, altText: "", primary: false });
    else refusals.push(`${file.name}: ${uploadFailureMessage(taken.error, { kinds: "images" })}`);
  }
  return refusals;
}
