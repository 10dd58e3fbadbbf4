import { getTableName } from "drizzle-orm";
import sharp from "sharp";
import { newId } from "#core/ids.ts";
import type { Database } from "#db/client.server.ts";
import type { FileColumn } from "#db/stored-files.server.ts";
import { FILE_COLUMNS } from "#db/stored-files.server.ts";
import type { SignedIn } from "#features/base/identity/actor.ts";
import { ingestImage } from "#features/base/media/ingest-image.server.ts";
import { deleteFilesLater } from "#features/base/media/private-images.server.ts";
import { submitFeedback } from "#features/garments/alterations/fit-feedback.server.ts";
import { addGarmentImage } from "#features/garments/production/garment-images.server.ts";
import type { FileStore } from "#platform/file-store.server.ts";
import { fixedClock } from "./clock.ts";
import { testAuth } from "./identity.ts";
import { testMeasurementBox } from "./measurements.ts";
import { createGarmentOrder, deliverGarment, staffMember } from "./production.ts";
import { createCustomer } from "./sessions.ts";

export const fileColumnName = ({ key }: Pick<FileColumn, "key">) =>
  `${getTableName(key.table)}.${key.name}`;

const NOW = "2027-03-10T14:00:00Z";

const photograph = () =>
  sharp({ create: { width: 60, height: 80, channels: 3, background: "#ccbbaa" } })
    .jpeg()
    .toBuffer();

/** A garment that was delivered to a customer with an account, and somebody of the atelier. */
export async function createFileOwner(db: Database, files: FileStore) {
  const email = `${newId()}@example.com`;
  const userId = await createCustomer(db, { email });
  const customer: SignedIn = { role: "customer", userId, name: "Asha", email };
  const order = await createGarmentOrder(db, { userId, customerEmail: email });
  const garmentId = order.garments[0]?.id ?? "";
  await deliverGarment(db, { ...order, garmentId, at: new Date("2027-03-01T12:00:00Z") });
  return {
    customer,
    tailor: await staffMember(db, true),
    orderId: order.orderId,
    garmentId,
    deps: {
      db,
      files,
      measurementBox: testMeasurementBox(),
      auth: testAuth(db),
      clock: fixedClock(NOW),
    },
  };
}

export type FileOwner = Awaited<ReturnType<typeof createFileOwner>>;

function accepted(done: { ok: boolean }): void {
  if (!done.ok) throw new Error(JSON.stringify(done));
}

/** Stores a file as the shop does when somebody sends it, by the column that then holds its key. */
const ADD: Readonly<Record<string, (owner: FileOwner) => Promise<void>>> = {
  "media.storage_key": async ({ deps }) =>
    accepted(await ingestImage(deps, { name: "gown.jpg", bytes: await photograph() })),
  "media_deletions.storage_key": async ({ deps: { db, files } }) => {
    const id = newId();
    const storageKey = `media/${id}.webp`;
    await files.put(storageKey, await photograph(), "image/webp");
    await db.transaction((tx) => deleteFilesLater(tx, [{ id, storageKey }]));
  },
  "garment_photos.storage_key": async ({ deps, garmentId, tailor }) =>
    accepted(
      await addGarmentImage(deps, {
        actor: tailor,
        garmentId,
        bytes: await photograph(),
        caption: "At the fitting",
      }),
    ),
  "fit_images.storage_key": async ({ customer, deps, garmentId }) =>
    accepted(
      await submitFeedback(deps, {
        key: { actor: customer, garmentId },
        feedback: { points: [{ point: "sleeve", mm: 10 }], note: "" },
        images: [new File([new Uint8Array(await photograph())], "a.jpg", { type: "image/jpeg" })],
      }),
    ),
};

/** Throws for a column that has no example here. */
export async function addFile(owner: FileOwner, column: FileColumn): Promise<void> {
  const add = ADD[fileColumnName(column)];
  if (!add) throw new Error(`${fileColumnName(column)} needs an example in this file`);
  await add(owner);
}

export async function addFileUnderEachColumn(owner: FileOwner): Promise<void> {
  for (const column of FILE_COLUMNS) await addFile(owner, column);
}

/** The keys that a column holds. */
export async function keysUnder(db: Database, { key }: FileColumn): Promise<string[]> {
  const rows = await db.select({ key }).from(key.table);
  return rows.map((row) => String(row.key)).sort();
}
