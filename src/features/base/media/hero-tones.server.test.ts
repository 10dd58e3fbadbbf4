import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { eq } from "drizzle-orm";
import { pino } from "pino";
import sharp from "sharp";
import { expect, test } from "vitest";
import { media } from "#db/schema/media.server.ts";
import { adminSuite } from "#tests/support/admin-suite.ts";
import { addImage } from "#tests/support/catalog.ts";
import { heroTreatment } from "./hero-contrast.ts";
import { findHeroTreatment, measureTones } from "./hero-tones.server.ts";

const bench = adminSuite();

/** Counts reads. */
function storeOf(bytes: Uint8Array | null) {
  const reads: string[] = [];
  const never = async () => undefined;
  return {
    reads,
    files: {
      get: async (key: string) => {
        reads.push(key);
        return bytes && Buffer.from(bytes);
      },
      put: never,
      remove: never,
      exists: async () => true,
    },
  };
}

const plain = (background: string) =>
  sharp({ create: { width: 1920, height: 600, channels: 3, background } })
    .webp()
    .toBuffer();

test("the shop's own hero carries dark text on at most a thin veil", async () => {
  const file = join(import.meta.dirname, "../../../../demo/images/hero-home.webp");
  const bytes = await readFile(file);
  const { width, height } = await sharp(bytes).metadata();
  const tones = await measureTones(bytes);
  const found = heroTreatment({ width, height, focalX: 0.5, focalY: 0.5, tones });
  expect(found.text).toBe("dark");
  expect(found.wideVeil).toBeLessThan(0.3);
});

test("an owner's black hero gets light text, is measured once, and the result is stored", async () => {
  const id = await addImage(bench.db, "night.webp");
  await bench.db.update(media).set({ width: 1920, height: 1000 }).where(eq(media.id, id));
  const { files, reads } = storeOf(await plain("#0A0A0A"));
  const deps = { db: bench.db, files, logger: pino({ level: "silent" }) };
  expect(await findHeroTreatment(deps, id)).toEqual({ text: "light", narrowVeil: 0, wideVeil: 0 });
  expect(await findHeroTreatment(deps, id)).toEqual({ text: "light", narrowVeil: 0, wideVeil: 0 });
  expect(reads).toHaveLength(1);
});

test("a hero whose file is gone gets the strongest veil instead of breaking the page", async () => {
  const id = await addImage(bench.db, "gone.webp");
  const deps = { db: bench.db, files: storeOf(null).files, logger: pino({ level: "silent" }) };
  expect(await findHeroTreatment(deps, id)).toEqual({ text: "dark", narrowVeil: 1, wideVeil: 1 });
});
