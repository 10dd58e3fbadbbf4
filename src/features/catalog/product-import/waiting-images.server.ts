import { asc, eq, inArray, isNotNull, sql } from "drizzle-orm";
import { newId } from "#core/ids.ts";
import type { Result } from "#core/result.ts";
import { fail, ok } from "#core/result.ts";
import type { Database, Queryable, Transaction } from "#db/client.server.ts";
import { inTransaction } from "#db/in-transaction.server.ts";
import { products } from "#db/schema/catalog.server.ts";
import { imageHosts, productPendingImages } from "#db/schema/product-import.server.ts";
import { recordChanges } from "#features/base/audit/record-change.server.ts";
import type { Admin } from "#features/base/identity/actor.ts";
import { asAdmin } from "#features/base/identity/guards.server.ts";
import type { JobQueue } from "#platform/job-queue.server.ts";

/** `position` is its position among the product's images. */
export type WaitingImage = {
  url: string;
  altText: string;
  position: number;
  color: string;
  problem: string;
};

/** Replaces the images that wait for a product. */
export async function writeWaitingImages(
  tx: Transaction,
  productId: string,
  images: readonly WaitingImage[],
): Promise<void> {
  await tx.delete(productPendingImages).where(eq(productPendingImages.productId, productId));
  if (images.length === 0) return;
  await tx
    .insert(productPendingImages)
    .values(images.map((image) => ({ ...image, id: newId(), productId, host: hostOf(image.url) })))
    .onConflictDoNothing();
}

const hostOf = (url: string): string => URL.parse(url)?.hostname ?? "";

export const waitingColumns = {
  url: productPendingImages.url,
  altText: productPendingImages.altText,
  position: productPendingImages.position,
  color: productPendingImages.color,
  problem: productPendingImages.problem,
};

/** Keyed by slug; images are in order. */
export async function listWaitingBySlug(
  db: Queryable,
  slugs: readonly string[],
): Promise<Map<string, WaitingImage[]>> {
  if (slugs.length === 0) return new Map();
  const rows = await db
    .select({ slug: products.slug, ...waitingColumns })
    .from(productPendingImages)
    .innerJoin(products, eq(products.id, productPendingImages.productId))
    .where(inArray(products.slug, [...slugs]))
    .orderBy(asc(productPendingImages.position), asc(productPendingImages.id));
  const bySlug = Map.groupBy(rows, ({ slug }) => slug);
  return new Map([...bySlug].map(([slug, all]) => [slug, all.map(({ slug: _, ...one }) => one)]));
}

/** Inserts images between the product's own, by position. */
export function insertImages<Image>(
  own: readonly Image[],
  added: readonly { position: number; image: Image }[],
): Image[] {
  const placed = [...own];
  for (const { position, image } of [...added].sort((a, b) => a.position - b.position)) {
    placed.splice(Math.min(position, placed.length), 0, image);
  }
  return placed;
}

export type WaitingHost = {
  host: string;
  images: number;
  products: number;
  /** The problem of the last attempt; "" before one. */
  problem: string;
  isFetching: boolean;
};

/** Hosts that images wait for, for an admin; one statement. */
export const listWaitingHosts = asAdmin(async (db: Queryable): Promise<Result<WaitingHost[]>> => {
  const { rows } = await db.execute<WaitingHost>(sql`
    select w.host, count(*)::int as images, count(distinct w.product_id)::int as products, max(w.problem) as problem,
           coalesce(bool_or(h.requested_at is not null), false) as "isFetching"
      from product_pending_images w
      join products p on p.id = w.product_id and p.deleted_at is null
      left join image_hosts h on h.host = w.host
     group by w.host order by count(*) desc, w.host`);
  return ok(rows);
});

/** Lists the hosts that the owner allowed. */
export async function listAllowedHosts(db: Queryable): Promise<Set<string>> {
  const rows = await db.select({ host: imageHosts.host }).from(imageHosts);
  return new Set(rows.map(({ host }) => host));
}

type RequestDeps = { db: Database; jobs: JobQueue };
type HostRequest = { actor: Admin; host: string };

/** Allows a host and fetches its images in the background, without restart. */
export const requestWaitingImages = asAdmin(
  async (
    { db, jobs }: RequestDeps,
    { actor, host }: HostRequest,
  ): Promise<Result<null, "not_found">> => {
    return inTransaction(db, async (tx) => {
      const count = await tx.$count(productPendingImages, eq(productPendingImages.host, host));
      if (count === 0) return fail("not_found");
      const requested = { requestedAt: sql`now()`, requestedBy: actor.userId };
      await tx
        .insert(imageHosts)
        .values({ host, ...requested })
        .onConflictDoUpdate({ target: imageHosts.host, set: requested });
      const entry = {
        action: "started",
        subject: "import",
        subjectId: host,
        before: null,
      } as const;
      await recordChanges(tx, actor, [{ ...entry, after: { name: `Images from ${host}`, count } }]);
      await jobs.send("fetch-waiting-images", { host }, tx);
      return ok(null);
    });
  },
);

/** Deletes images waiting for a host; products stay. */
export const forgetWaitingImages = asAdmin(
  async (
    { db }: Pick<RequestDeps, "db">,
    { actor, host }: HostRequest,
  ): Promise<Result<null, "not_found">> => {
    return inTransaction(db, async (tx) => {
      const gone = await tx
        .delete(productPendingImages)
        .where(eq(productPendingImages.host, host))
        .returning({ url: productPendingImages.url });
      if (gone.length === 0) return fail("not_found");
      const before = { name: `Images from ${host}`, count: gone.length };
      const entry = { action: "deleted", subject: "import", subjectId: host, after: null } as const;
      await recordChanges(tx, actor, [{ ...entry, before }]);
      return ok(null);
    });
  },
);

/** Queues requested hosts, after a crash or without a queue. */
export async function resumeWaitingImages({ db, jobs }: RequestDeps): Promise<void> {
  const rows = await db
    .select({ host: imageHosts.host })
    .from(imageHosts)
    .where(isNotNull(imageHosts.requestedAt));
  for (const { host } of rows) await jobs.send("fetch-waiting-images", { host });
}
