import { eq } from "drizzle-orm";
import type { Database } from "#db/client.server.ts";
import { media } from "#db/schema/media.server.ts";
import type { FileStore } from "#platform/file-store.server.ts";
import type { Logger } from "#platform/logger.server.ts";
import type { HeroTreatment } from "./hero-contrast.ts";
import { heroTreatment, TONE_COLUMNS, TONE_ROWS } from "./hero-contrast.ts";
import { loadSharp, runImageJob } from "./image-queue.server.ts";

/** Each cell has this many per side, so that small bright spots count. */
const SAMPLES = 4;

/** Measures each cell's extreme tones, by rows (WCAG relative luminance as grey 0 to 255). */
export async function measureTones(bytes: Uint8Array): Promise<number[]> {
  const sharp = await loadSharp();
  const width = TONE_COLUMNS * SAMPLES;
  const height = TONE_ROWS * SAMPLES;
  const pixels = await sharp(bytes)
    .flatten({ background: "#ffffff" })
    .resize(width, height, { fit: "fill" })
    .toColourspace("srgb")
    .raw()
    .toBuffer();
  const channels = pixels.length / (width * height);
  const greys = Array.from({ length: width * height }, (_, index) => {
    const at = index * channels;
    const red = pixels[at] ?? 0;
    const green = pixels[at + 1] ?? red;
    const blue = pixels[at + 2] ?? red;
    return greyOf(0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue));
  });
  return Array.from({ length: TONE_COLUMNS * TONE_ROWS }, (_, cell) => {
    const column = cell % TONE_COLUMNS;
    const row = Math.floor(cell / TONE_COLUMNS);
    const inside = Array.from({ length: SAMPLES * SAMPLES }, (_each, sample) => {
      const x = column * SAMPLES + (sample % SAMPLES);
      const y = row * SAMPLES + Math.floor(sample / SAMPLES);
      return greys[y * width + x] ?? 0;
    });
    return [Math.min(...inside), Math.max(...inside)];
  }).flat();
}

const linear = (value: number) => {
  const share = value / 255;
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
};

const greyOf = (luminance: number) =>
  Math.round(
    255 * (luminance <= 0.0031308 ? luminance * 12.92 : 1.055 * luminance ** (1 / 2.4) - 0.055),
  );

type Deps = { db: Database; files: FileStore; logger: Logger };

/** How hero text stays readable. Measured once and stored; unreadable images get the strongest veil. */
export async function findHeroTreatment(
  { db, files, logger }: Deps,
  mediaId: string,
): Promise<HeroTreatment> {
  const [row] = await db
    .select({
      storageKey: media.storageKey,
      width: media.width,
      height: media.height,
      focalX: media.focalX,
      focalY: media.focalY,
      tones: media.tones,
    })
    .from(media)
    .where(eq(media.id, mediaId));
  const width = row?.width ?? 1;
  const height = row?.height ?? 1;
  const { focalX = 0.5, focalY = 0.5 } = row ?? {};
  if (!row || row.tones)
    return heroTreatment({ width, height, focalX, focalY, tones: row?.tones ?? null });
  try {
    const bytes = await files.get(row.storageKey);
    const tones = bytes && (await runImageJob("visitor", () => measureTones(bytes)));
    if (tones) await db.update(media).set({ tones }).where(eq(media.id, mediaId));
    return heroTreatment({ width, height, focalX, focalY, tones });
  } catch (error) {
    logger.warn({ err: error, mediaId }, "media: hero not measured");
    return heroTreatment({ width, height, focalX, focalY, tones: null });
  }
}
