import { eq } from "drizzle-orm";
import sharp from "sharp";
import { afterAll, describe, expect, test } from "vitest";
import { newId } from "#core/ids.ts";
import { mediaDeletions } from "#db/schema/media.server.ts";
import { garmentEvents, garmentImages, garments } from "#db/schema/production.server.ts";
import { visitor } from "#features/base/identity/actor.ts";
import { exportGarments } from "#features/garments/garment/garment-queries.server.ts";
import { animatedPng } from "#tests/support/camera-images.ts";
import { fixedClock } from "#tests/support/clock.ts";
import { createDatabaseWithFiles } from "#tests/support/files.ts";
import { testMeasurementBox } from "#tests/support/measurements.ts";
import {
  addGarmentEvents,
  createGarmentOrder,
  garmentEventsOf,
  staffMember,
  worked,
} from "#tests/support/production.ts";
import {
  addGarmentImage,
  eraseGarmentsOfOrders,
  readGarmentImage,
  removeGarmentImage,
} from "./garment-images.server.ts";

const shop = await createDatabaseWithFiles();
afterAll(() => shop.close());
const { db, files } = shop;
const deps = {
  db,
  files,
  measurementBox: testMeasurementBox(),
  clock: fixedClock("2026-11-20T14:00:00Z"),
};
const seamstress = await staffMember(db, false, "Savi");

/** With a camera's place and time, which nobody may read afterwards. */
const photograph = () =>
  sharp({ create: { width: 60, height: 40, channels: 3, background: "#9a5b25" } })
    .withExif({ IFD0: { Copyright: "Taken-in-Georgetown" } })
    .jpeg()
    .toBuffer();

async function aGarment() {
  const order = await createGarmentOrder(db);
  return { ...order, garmentId: order.garments[0]?.id ?? "" };
}

async function withImage(caption = "Basted sleeve") {
  const garment = await aGarment();
  const bytes = new Uint8Array(await photograph());
  const { garmentId } = garment;
  const added = await addGarmentImage(deps, { actor: seamstress, garmentId, bytes, caption });
  const [row] = await db.select().from(garmentImages).where(eq(garmentImages.garmentId, garmentId));
  if (!added.ok || !row) throw new Error(JSON.stringify(added));
  return { ...garment, row };
}

describe("a photo that a tablet took without a network", () => {
  test("is added once, however often and however fast it is sent, at the moment when it was taken", async () => {
    const { garmentId } = await aGarment();
    const happenedAt = new Date("2026-11-20T13:00:00Z");
    await db.update(garments).set({ createdAt: new Date("2026-11-19T13:00:00Z") });
    const bytes = new Uint8Array(await photograph());
    const image = { actor: seamstress, garmentId, bytes, caption: "Basted" };
    const sent = { ...image, deviceEventId: newId(), happenedAt };
    const both = await Promise.all([addGarmentImage(deps, sent), addGarmentImage(deps, sent)]);
    expect(both.concat(await addGarmentImage(deps, sent))).toEqual([
      { ok: true, value: null },
      { ok: true, value: null },
      { ok: true, value: null },
    ]);
    const own = eq(garmentImages.garmentId, garmentId);
    expect(await db.$count(garmentImages, own)).toBe(1);
    const events = await garmentEventsOf(db, garmentId);
    expect(events.filter(({ kind }) => kind === "photo")).toMatchObject([{ happenedAt }]);
  });

  test("has the shop's time when the tablet's clock is wrong", async () => {
    const { garmentId } = await aGarment();
    const bytes = new Uint8Array(await photograph());
    await addGarmentImage(deps, {
      actor: seamstress,
      garmentId,
      bytes,
      caption: "",
      deviceEventId: newId(),
      happenedAt: new Date("2031-01-01T00:00:00Z"),
    });
    const events = await garmentEventsOf(db, garmentId);
    expect(events.filter(({ kind }) => kind === "photo")).toMatchObject([
      { happenedAt: deps.clock.now() },
    ]);
  });
});

describe("a photo of the work", () => {
  test("is re-encoded without what the camera wrote, and an entry of the garment's history", async () => {
    const { garmentId, row } = await withImage();
    expect(row).toMatchObject({ caption: "Basted sleeve", width: 60, height: 40 });
    const read = await readGarmentImage(deps, {
      actor: seamstress,
      garmentId,
      imageId: row.id,
    });
    if (!read.ok) throw new Error(read.error);
    expect((await sharp(read.value).metadata()).format).toBe("webp");
    expect(read.value.includes("Taken-in-Georgetown")).toBe(false);
    const events = await garmentEventsOf(db, garmentId);
    expect(events.at(-1)).toMatchObject({
      kind: "photo",
      note: "Basted sleeve",
      staffName: "Savi",
    });
  });

  test.each([
    ["no file", null, "no_file"],
    ["text with the name of a photo", new TextEncoder().encode("no photo"), "not_an_image"],
    ["an empty file", new Uint8Array(), "no_file"],
    ["a picture that moves", animatedPng(2), "animated"],
  ])("is refused as %s, and nothing is stored", async (_, file, error) => {
    const { garmentId } = await aGarment();
    const bytes = await file;
    const image = { actor: seamstress, garmentId, bytes, caption: "" };
    expect(await addGarmentImage(deps, image)).toEqual({ ok: false, error });
    expect(await db.$count(garmentImages, eq(garmentImages.garmentId, garmentId))).toBe(0);
  });

  test("is seen, added and removed by staff alone, and under its own garment alone", async () => {
    const { garmentId, row } = await withImage();
    const other = await aGarment();
    const refused = { ok: false, error: "forbidden" };
    const image = { garmentId, imageId: row.id };
    expect(await readGarmentImage(deps, { ...image, actor: visitor })).toEqual(refused);
    expect(await removeGarmentImage(deps, { ...image, actor: visitor })).toEqual(refused);
    const bytes = new Uint8Array(await photograph());
    const added = { actor: visitor, garmentId, bytes, caption: "" };
    expect(await addGarmentImage(deps, added)).toEqual(refused);
    const elsewhere = { actor: seamstress, garmentId: other.garmentId, imageId: row.id };
    expect(await readGarmentImage(deps, elsewhere)).toMatchObject({ error: "not_found" });
  });

  test("that is removed cannot be read any more, and a job deletes its file", async () => {
    const { garmentId, row } = await withImage();
    const image = { actor: seamstress, garmentId, imageId: row.id };
    expect((await removeGarmentImage(deps, image)).ok).toBe(true);
    expect((await removeGarmentImage(deps, image)).ok).toBe(true);
    expect(await readGarmentImage(deps, image)).toMatchObject({ error: "not_found" });
    expect(await db.select().from(mediaDeletions).where(eq(mediaDeletions.id, row.id))).toEqual([
      expect.objectContaining({ storageKey: row.storageKey }),
    ]);
  });
});

test("a customer's export has the stages, notes and photos of the garments, and no name of staff", async () => {
  const { orderId } = await withImage("Her left shoulder");
  const data = (await exportGarments(db, [orderId])).get(orderId);
  expect(data).toMatchObject([
    {
      productName: "Stabroek Suit",
      number: 1,
      of: 1,
      stage: "received",
      history: [{ kind: "photo", note: "Her left shoulder" }, { stage: "received" }],
      images: [{ caption: "Her left shoulder" }],
    },
  ]);
  expect(JSON.stringify(data)).not.toContain("Savi");
});

test("erasing an order removes what was written and photographed about its garments; stages and minutes stay", async () => {
  const { garmentId, orderId, row } = await withImage("Her left shoulder");
  await addGarmentEvents(db, garmentId, [worked(45, { note: "She stands crooked." })], {
    at: new Date("2026-11-20T14:00:00Z"),
    staff: { userId: null, name: "Savi" },
  });
  const other = await withImage("Another person's");
  await db.transaction((tx) => eraseGarmentsOfOrders(tx, [orderId]));
  const events = await db
    .select({ kind: garmentEvents.kind, minutes: garmentEvents.minutes, note: garmentEvents.note })
    .from(garmentEvents)
    .where(eq(garmentEvents.garmentId, garmentId));
  expect(events.every(({ note }) => note === "")).toBe(true);
  expect(events.map(({ minutes }) => minutes)).toContain(45);
  expect(await db.$count(garmentImages, eq(garmentImages.garmentId, garmentId))).toBe(0);
  expect(await db.$count(mediaDeletions, eq(mediaDeletions.id, row.id))).toBe(1);
  expect(await db.$count(garments, eq(garments.id, garmentId))).toBe(1);
  expect(await db.$count(garmentImages, eq(garmentImages.garmentId, other.garmentId))).toBe(1);
});
