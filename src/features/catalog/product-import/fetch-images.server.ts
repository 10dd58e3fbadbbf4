import { eq, sql } from "drizzle-orm";
import { formatNumber } from "#core/format-number.ts";
import type { Result } from "#core/result.ts";
import { fail, ok } from "#core/result.ts";
import type { Database } from "#db/client.server.ts";
import { mediaSources, productImports } from "#db/schema/product-import.server.ts";
import { recordChanges } from "#features/base/audit/record-change.server.ts";
import type { SignedIn } from "#features/base/identity/actor.ts";
import { ingestImage } from "#features/base/media/ingest-image.server.ts";
import { uploadFailureMessage } from "#features/base/media/upload-rules.ts";
import type { LineNote } from "#features/catalog/product-file/file-rows.ts";
import type { FileImage } from "#features/catalog/product-file/read-images.ts";
import type { FileStore } from "#platform/file-store.server.ts";
import type { ImageSource } from "#platform/image-source.server.ts";
import type { JobQueue } from "#platform/job-queue.server.ts";
import type { PlannedImage } from "./import-plan.ts";
import { findFetched } from "./known-parts.server.ts";
import { listAllowedHosts } from "./waiting-images.server.ts";

/** One import fetches at most this many. */
const MAX_FETCHED_IMAGES = 5_000;
const AT_ONCE = 4;

type Deps = { db: Database; files: FileStore; jobs: JobQueue; imageSource: ImageSource };
type RequestInput = { actor: SignedIn; importId: string; imageSource: readonly PlannedImage[] };

/** Fetches products' missing images. Failures become notes, and `problems` by URL: those wait. */
export async function fetchImages(
  deps: Deps,
  requested: RequestInput,
): Promise<{ notes: LineNote[]; problems: Map<string, string> }> {
  const wanted = requested.imageSource.filter(
    (each) => "address" in each && each.waits === undefined,
  );
  const images = wanted as FileImage[];
  const known = await findFetched(
    deps.db,
    images.map(({ address }) => address),
  );
  const notes: LineNote[] = [];
  const problems = new Map<string, string>();
  const hosts = await listAllowedHosts(deps.db);
  const remaining = images.filter(({ address }) => !known.has(address)).values();
  const carry = async () => {
    for (const { line, address, altText } of remaining) {
      const done = (await hasRoom(deps.db, requested.importId))
        ? await storeImage(deps, requested.actor, {
            address,
            altText,
            hosts,
            importId: requested.importId,
          })
        : fail(NO_ROOM);
      if (done.ok) continue;
      notes.push({ line, column: "Image Src", message: done.error });
      problems.set(address, done.error);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, carry));
  return { notes: notes.sort((a, b) => a.line - b.line), problems };
}

const NO_ROOM = `One import fetches at most ${formatNumber(MAX_FETCHED_IMAGES)} pictures. Import the file again for the rest`;

async function hasRoom(db: Database, importId: string): Promise<boolean> {
  const [held] = await db
    .select({ count: productImports.fetchedImages })
    .from(productImports)
    .where(eq(productImports.id, importId));
  return (held?.count ?? 0) < MAX_FETCHED_IMAGES;
}

type Wanted = {
  address: string;
  altText: string;
  /** Hosts that are allowed beside the configured ones. */
  hosts: ReadonlySet<string>;
  /** Counts the image. */
  importId?: string;
};

/** Fetches one image with its source; returns its id, or the reason. */
export async function storeImage(
  deps: Deps,
  actor: SignedIn,
  { address, altText, hosts, importId }: Wanted,
): Promise<Result<string, string>> {
  const fetched = await deps.imageSource.fetch(address, hosts);
  if (!fetched.ok) return fetched;
  const ingested = await ingestImage(deps, {
    name: decodeURIComponent(new URL(address).pathname.replace(/%(?![0-9a-f]{2})/gi, "%25")),
    altText,
    bytes: fetched.value,
    async alongside(tx, { id: mediaId, name, type, mimeType, byteSize }) {
      await tx.insert(mediaSources).values({ address, mediaId }).onConflictDoNothing();
      if (importId) {
        await tx
          .update(productImports)
          .set({ fetchedImages: sql`${productImports.fetchedImages} + 1` })
          .where(eq(productImports.id, importId));
      }
      const after = { name, type, mimeType, byteSize };
      const entry = { action: "uploaded", subject: "media", before: null } as const;
      await recordChanges(tx, actor, [{ ...entry, subjectId: mediaId, after }]);
    },
  });
  return ingested.ok
    ? ok(ingested.value.id)
    : fail(uploadFailureMessage(ingested.error, { kinds: "images" }));
}
