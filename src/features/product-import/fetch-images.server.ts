import { eq, sql } from "drizzle-orm";
import type { Database } from "#db/client.server.ts";
import { mediaSources, productImports } from "#db/schema/product-import.server.ts";
import { recordChanges } from "#features/audit/record-change.server.ts";
import type { SignedIn } from "#features/identity/actor.ts";
import { ingestImage } from "#features/media/ingest-image.server.ts";
import { uploadFailureMessage } from "#features/media/upload-rules.ts";
import type { FileStore } from "#platform/file-store.server.ts";
import type { ImageSource } from "#platform/image-source.server.ts";
import type { JobQueue } from "#platform/job-queue.server.ts";
import type { LineNote } from "./file-rows.ts";
import type { PlannedImage } from "./import-plan.ts";
import { findFetched } from "./known-parts.server.ts";
import type { FileImage } from "./read-images.ts";

/** Per import, four at a time. */
export const MAX_FETCHED_IMAGES = 5_000;
const AT_ONCE = 4;

type Deps = { db: Database; files: FileStore; jobs: JobQueue; pictures: ImageSource };
type Asked = { actor: SignedIn; importId: string; pictures: readonly PlannedImage[] };

/** Fetches a product's missing images into the library; failures become notes. */
export async function fetchImages(deps: Deps, asked: Asked): Promise<LineNote[]> {
  const wanted = asked.pictures.filter((picture) => "address" in picture);
  const known = await findFetched(
    deps.db,
    wanted.map(({ address }) => address),
  );
  const notes: LineNote[] = [];
  const remaining = wanted.filter(({ address }) => !known.has(address)).values();
  const carry = async () => {
    for (const picture of remaining) {
      const words = await importImage(deps, asked, picture);
      if (words !== null) notes.push({ line: picture.line, column: "Image Src", words });
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, carry));
  return notes.sort((a, b) => a.line - b.line);
}

async function importImage(
  deps: Deps,
  { actor, importId }: Asked,
  { address, altText }: FileImage,
): Promise<string | null> {
  const [held] = await deps.db
    .select({ count: productImports.fetchedPictures })
    .from(productImports)
    .where(eq(productImports.id, importId));
  if ((held?.count ?? 0) >= MAX_FETCHED_IMAGES) {
    return `One import fetches at most ${MAX_FETCHED_IMAGES.toLocaleString("en-US")} pictures. Import the file again for the rest`;
  }
  const fetched = await deps.pictures.fetch(address);
  if (!fetched.ok) return fetched.error;
  const taken = await ingestImage(deps, {
    name: decodeURIComponent(new URL(address).pathname.replace(/%(?![0-9a-f]{2})/gi, "%25")),
    altText,
    bytes: fetched.value,
    async alongside(tx, { id: mediaId, name, type, mimeType, byteSize }) {
      await tx.insert(mediaSources).values({ address, mediaId }).onConflictDoNothing();
      await tx
        .update(productImports)
        .set({ fetchedPictures: sql`${productImports.fetchedPictures} + 1` })
        .where(eq(productImports.id, importId));
      const after = { name, type, mimeType, byteSize };
      const entry = { action: "uploaded", subject: "media", before: null } as const;
      await recordChanges(tx, actor, [{ ...entry, subjectId: mediaId, after }]);
    },
  });
  return taken.ok ? null : uploadFailureMessage(taken.error, { kinds: "images" });
}
