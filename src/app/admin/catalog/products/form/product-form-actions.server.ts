import { data } from "react-router";
import { z } from "zod";
import {
  draftSavedNotice,
  productFormRefusal,
  productSavedNotice,
  undescribedMessage,
} from "#app/admin/catalog/products/product-messages.ts";
import type { PresetCategory } from "#app/components/admin/product-urls.ts";
import { afterSavePath, readPresetCategory } from "#app/components/admin/product-urls.ts";
import type { ActionContext, Run, SubjectActions } from "#app/web/admin-action.server.ts";
import { runAdminAction } from "#app/web/admin-action.server.ts";
import type { ActionResult } from "#app/web/admin-action.ts";
import { EMPTY_RESULT } from "#app/web/admin-action.ts";
import type { AppDeps } from "#app/web/context.ts";
import type { FormResult } from "#app/web/form.server.ts";
import { parseForm } from "#app/web/form.server.ts";
import { isSent, postedFiles, readFields, shownVersion } from "#app/web/form-fields.ts";
import { refuse } from "#app/web/require-admin.server.ts";
import { recordChanges } from "#features/base/audit/record-change.server.ts";
import type { Actor } from "#features/base/identity/actor.ts";
import { isAdmin } from "#features/base/identity/actor.ts";
import { ingestImage } from "#features/base/media/ingest-image.server.ts";
import { uploadFailureMessage } from "#features/base/media/upload-rules.ts";
import type { AdminCategory } from "#features/catalog/categories/admin-category.ts";
import { listAdminCategories } from "#features/catalog/categories/admin-category-queries.server.ts";
import { postedProduct } from "#features/catalog/editing/posted-product.ts";
import type {
  DraftImage,
  ProductDraft,
  ProductProblems,
} from "#features/catalog/editing/product-form.ts";
import { FREE_PRICE, isFree } from "#features/catalog/editing/product-form.ts";
import type { ProductSnapshot } from "#features/catalog/editing/product-form-queries.server.ts";
import { findProductForm } from "#features/catalog/editing/product-form-queries.server.ts";
import { isOfferedAnew } from "#features/catalog/editing/publish-obstacle.ts";
import type { SaveRefusal } from "#features/catalog/editing/save-product.server.ts";
import { saveProduct } from "#features/catalog/editing/save-product.server.ts";
import { findTermsOfProduct } from "#features/garments/options/terms-queries.server.ts";
import { listUndescribedChoices } from "#features/garments/options/undescribed-choices.server.ts";

/** `found` is null when loading failed (decision D9), `snapshot` for a new product. */
export type ProductFormContent = {
  preset: PresetCategory | null;
  found: {
    categories: readonly AdminCategory[];
    snapshot: ProductSnapshot | null;
    /** The product has the size Custom, and customers do not see it, because the product is not offered made to measure. */
    isCustomHidden: boolean;
  } | null;
};

type Requested = { deps: AppDeps; actor: Actor; params: URLSearchParams; id: string | null };

/** Throws 404 for an unknown id. */
export async function loadProductForm(requested: Requested): Promise<ProductFormContent> {
  const preset = readPresetCategory(requested.params);
  const read = await readBoth(requested);
  if (read === null) return { preset, found: null };
  const { categories, snapshot, terms } = read;
  if (!categories.ok || (snapshot && !snapshot.ok)) return refuse();
  if (snapshot && snapshot.value === null) throw data(null, { status: 404 });
  const found = {
    categories: categories.value,
    snapshot: snapshot?.value ?? null,
    isCustomHidden: terms !== null && !terms.isOffered,
  };
  return { preset, found };
}

async function readBoth({ deps, actor, id }: Requested) {
  try {
    const [categories, snapshot, terms] = await Promise.all([
      listAdminCategories(deps.db, { actor }),
      id === null ? null : findProductForm(deps.db, { actor, id }),
      id === null ? null : findTermsOfProduct(deps.db, id),
    ]);
    return { categories, snapshot, terms };
  } catch (error) {
    deps.logger.error({ err: error }, "admin: product form not loaded");
    return null;
  }
}

/** Creates a product without an id. */
export function runProductAction(request: Request, { deps, actor, params, id }: Requested) {
  const save = saveAction(id, afterSavePath(readPresetCategory(params)));
  const subject: SubjectActions = {
    refusal: productFormRefusal,
    actions: { "save-product": save },
  };
  return runAdminAction(request, { deps, actor }, [subject]);
}

const sentWithProduct = z.object({
  version: shownVersion,
  /** The owner means a price of 0. */
  confirmFree: isSent,
  files: postedFiles,
});

function saveAction(id: string | null, next: string): Run {
  return async (form, context) => {
    const submission = await parseForm(form, postedProduct);
    if (submission.status !== "success") return rejected(submission.reply(), "invalid", 422);
    // Posted images are now in the library; a refusal returns them.
    const sent = readFields(form, sentWithProduct);
    const { images, refusals } = await storeFiles(context, sent.files);
    const withImages = (reply: FormResult) => returnImages(reply, images);
    if (refusals.length > 0) {
      const reply = submission.reply({ fieldErrors: { images: refusals } });
      return rejected(withImages(reply), "invalid", 422);
    }
    const draft = { ...submission.value, images: [...submission.value.images, ...images] };
    const version = id === null ? null : { id, version: sent.version };
    if (!sent.confirmFree && (await isFreeByAccident(context, version, draft))) {
      const reply = submission.reply({ fieldErrors: { price: [FREE_PRICE] } });
      return rejected(withImages(reply), "invalid", 422);
    }
    const undescribed = await findUndescribed(context, version, draft);
    if (undescribed !== null) {
      const reply = submission.reply({ fieldErrors: { sizes: [undescribed] } });
      return rejected(withImages(reply), "invalid", 422);
    }
    const saved = await saveProduct(context.deps, { actor: context.actor, version, draft });
    if (saved.ok) {
      const notice = savedNotice(draft, { isNew: id === null, id: saved.value.id });
      return { result: { ...EMPTY_RESULT, done: true, notice, next }, status: 200 };
    }
    const { error } = saved;
    if (error.code === "forbidden") return refuse();
    const reply = submission.reply({ fieldErrors: problemsIn(error) });
    return rejected(withImages(reply), error.code, STATUSES[error.code]);
  };
}

const savedNotice = ({ draft }: ProductDraft, { id, isNew }: { id: string; isNew: boolean }) =>
  draft ? draftSavedNotice(isNew) : productSavedNotice(isNew, id);

/** True when this save would publish a product at 0; a product on sale may stay free. */
async function isFreeByAccident(
  { deps, actor }: ActionContext,
  known: { id: string } | null,
  draft: ProductDraft,
): Promise<boolean> {
  const price = (draft.price / 100).toFixed(2);
  if (draft.draft || !isFree({ price, variants: draft.variants })) return false;
  if (!known) return true;
  const present = await findProductForm(deps.db, { actor, id: known.id });
  return present.ok && present.value?.form.draft === true;
}

/** Names the choices that keep a product from being offered as made to measure; null when nothing does. */
async function findUndescribed(
  { actor, deps }: ActionContext,
  known: { id: string } | null,
  draft: ProductDraft,
): Promise<string | null> {
  const present = known && (await findProductForm(deps.db, { actor, id: known.id }));
  const before = present?.ok ? (present.value?.form ?? null) : null;
  if (!isOfferedAnew(before, draft)) return null;
  const { garmentType } = draft;
  const productId = known?.id ?? null;
  const choices = await listUndescribedChoices(deps.db, { garmentType, productId });
  return choices.length > 0 ? undescribedMessage(choices) : null;
}

const STATUSES = { invalid: 422, conflict: 409, not_found: 404 } as const;

function rejected(form: FormResult, error: string, status: number) {
  const { notice } = productFormRefusal("save-product", error);
  const result: Omit<ActionResult, "intent"> = { ...EMPTY_RESULT, error, form, notice };
  return { result, status };
}

function problemsIn(error: SaveRefusal): Record<string, string[]> {
  const problems: ProductProblems = error.code === "invalid" ? error.problems : {};
  return Object.fromEntries(
    Object.entries(problems).flatMap(([field, message]) => (message ? [[field, [message]]] : [])),
  );
}

function returnImages(reply: FormResult, images: readonly DraftImage[]): FormResult {
  const posted = reply.initialValue?.images;
  const added = images.map(({ mediaId }) => ({ mediaId }));
  const all = [...(Array.isArray(posted) ? posted : []), ...added];
  return { ...reply, initialValue: { ...reply.initialValue, images: all } };
}

/** Serves posts without JavaScript. Returns the reasons of refused files. */
async function storeFiles({ deps, actor }: ActionContext, posted: readonly File[]) {
  const images: DraftImage[] = [];
  const refusals: string[] = [];
  if (!isAdmin(actor)) return refuse();
  for (const file of posted) {
    if (file.size === 0) continue;
    const bytes = new Uint8Array(await file.arrayBuffer());
    const stored = await ingestImage(deps, {
      name: file.name,
      bytes,
      async alongside(tx, { id: subjectId, name, type, mimeType, byteSize }) {
        const after = { name, type, mimeType, byteSize };
        const entry = { action: "uploaded", subject: "media", subjectId, before: null } as const;
        await recordChanges(tx, actor, [{ ...entry, after }]);
      },
    });
    if (stored.ok) images.push({ mediaId: stored.value.id, altText: "", primary: false });
    else refusals.push(`${file.name}: ${uploadFailureMessage(stored.error, { kinds: "images" })}`);
  }
  return { images, refusals };
}
