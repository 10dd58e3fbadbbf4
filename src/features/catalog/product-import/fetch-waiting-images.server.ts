import { and, asc, eq, inArray, isNotNull, sql } from "drizzle-orm";
import type { Result } from "#core/result.ts";
import { fail, ok } from "#core/result.ts";
import type { Database } from "#db/client.server.ts";
import type { CacheInvalidation } from "#db/content-version.server.ts";
import { changeContent } from "#db/content-version.server.ts";
import { profiles } from "#db/schema/identity.server.ts";
import { imageHosts, productPendingImages } from "#db/schema/product-import.server.ts";
import type { SignedIn } from "#features/base/identity/actor.ts";
import { findProductForm } from "#features/catalog/editing/product-form-queries.server.ts";
import { saveProductWithin } from "#features/catalog/editing/save-product.server.ts";
import type { FileStore } from "#platform/file-store.server.ts";
import type { ImageSource } from "#platform/image-source.server.ts";
import type { JobQueue } from "#platform/job-queue.server.ts";
import type { Logger } from "#platform/logger.server.ts";
import { importFormInput } from "./check-product.ts";
import { storeImage } from "./fetch-images.server.ts";
import { findFetched } from "./known-parts.server.ts";
import type { WaitingImage } from "./waiting-images.server.ts";
import { insertImages, listAllowedHosts, waitingColumns } from "./waiting-images.server.ts";

type FetchDeps = {
  db: Database;
  content: CacheInvalidation;
  files: FileStore;
  jobs: JobQueue;
  imageSource: ImageSource;
  logger: Logger;
};
type Waiting = WaitingImage & { id: string; productId: string };

/**
 * Fetches images that wait for a host, by product, at their positions. Failures wait with a reason.
 * Repeatable after a crash.
 */
export async function fetchWaitingImages(
  deps: FetchDeps,
  { host, isStopping }: { host: string; isStopping: () => boolean },
): Promise<void> {
  const { db } = deps;
  const actor = await findRequester(db, host);
  if (!actor) return;
  const rows: Waiting[] = await db
    .select({
      id: productPendingImages.id,
      productId: productPendingImages.productId,
      ...waitingColumns,
    })
    .from(productPendingImages)
    .where(eq(productPendingImages.host, host))
    .orderBy(asc(productPendingImages.productId), asc(productPendingImages.position));
  const hosts = await listAllowedHosts(db);
  for (const images of Map.groupBy(rows, ({ productId }) => productId).values()) {
    if (isStopping()) return;
    await fetchOfProduct(deps, actor, hosts, images);
  }
  await db.update(imageHosts).set({ requestedAt: null }).where(eq(imageHosts.host, host));
}

async function findRequester(db: Database, host: string): Promise<SignedIn | null> {
  const [row] = await db
    .select({ userId: profiles.id, name: profiles.name, email: profiles.email })
    .from(imageHosts)
    .innerJoin(profiles, eq(profiles.id, imageHosts.requestedBy))
    .where(
      and(eq(imageHosts.host, host), isNotNull(imageHosts.requestedAt), eq(profiles.role, "admin")),
    );
  return row ? { role: "admin", ...row } : null;
}

async function fetchOfProduct(
  deps: FetchDeps,
  actor: SignedIn,
  hosts: ReadonlySet<string>,
  images: readonly Waiting[],
): Promise<void> {
  const known = await findFetched(
    deps.db,
    images.map(({ url }) => url),
  );
  const fetched: (Waiting & { mediaId: string })[] = [];
  const failed: (Waiting & { message: string })[] = [];
  for (const image of images) {
    const mediaId = known.get(image.url);
    const stored = mediaId
      ? ok(mediaId)
      : await storeImage(deps, actor, { address: image.url, altText: image.altText, hosts });
    if (stored.ok) fetched.push({ ...image, mediaId: stored.value });
    else failed.push({ ...image, message: stored.error });
  }
  for (const { id, message } of failed) {
    await deps.db
      .update(productPendingImages)
      .set({ problem: message })
      .where(eq(productPendingImages.id, id));
  }
  const [first] = fetched;
  const added = first ? await attachImages(deps, actor, first.productId, fetched) : ok(null);
  if (!added.ok) deps.logger.warn({ why: added.error }, "import: fetched image not added");
}

/** Adds fetched images to a product at their positions, under the rules of every save. */
export async function attachImages(
  deps: Pick<FetchDeps, "db" | "content">,
  actor: SignedIn,
  productId: string,
  fetched: readonly (Waiting & { mediaId: string })[],
): Promise<Result<null, string>> {
  return changeContent(deps, async (tx): Promise<Result<null, string>> => {
    const found = await findProductForm(tx, { actor, id: productId });
    if (!found.ok || !found.value) return fail("gone");
    const { version, form } = found.value;
    const added = fetched
      .filter(({ mediaId }) => !form.images.some((each) => each.mediaId === mediaId))
      .map(({ mediaId, altText, color, position }) => {
        const image = { mediaId, altText, primary: false, ...(color && { color }) };
        return { position, image };
      });
    const unmarked = form.images.map((image) => ({ ...image, primary: false }));
    const changed = { ...form, images: insertImages(unmarked, added) };
    const draft = importFormInput.safeParse(changed).data;
    if (!draft) return fail("invalid");
    const saved = await saveProductWithin(tx, {
      actor,
      version: { id: productId, version },
      draft,
    });
    if (!saved.ok) return fail(saved.error.code);
    await tx.delete(productPendingImages).where(
      inArray(
        productPendingImages.id,
        fetched.map(({ id }) => id),
      ),
    );
    // The images belong to the import, so its undo still finds the product at its new version.
    await tx.execute(sql`
      update product_import_lines set undo = jsonb_set(undo, '{version}', to_jsonb(${saved.value.version}::int))
       where product_id = ${productId} and undo->>'version' = ${String(version)}`);
    return ok(null);
  });
}
