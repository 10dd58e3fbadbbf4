import { createHash } from "node:crypto";
import type { OverlayOptions } from "sharp";
import type { Queryable } from "#db/client.server.ts";
import type { FileStore } from "#platform/files.server.ts";
import type { Logger } from "#platform/logger.server.ts";
import { deriveImage } from "./derive-image.server.ts";
import { loadSharp, runImageJob } from "./image-queue.server.ts";
import { loadOutliner } from "./outlined-text.server.ts";
import { once } from "./single-flight.server.ts";
import type { SocialCard } from "./social-card.ts";
import { SOCIAL_CARD_SIZE } from "./social-card.ts";
import { CARD_BACKGROUND, cardDrawing, PANELS } from "./social-card-drawing.server.ts";

type DrawDeps = { db: Queryable; files: FileStore; logger: Logger };

// Raised when the way cards are drawn changes, so that every card gets a new address.
const RECIPE = 1;

/** Names what a card shows: another name, price, picture or recipe is another version. */
export function socialCardVersion(card: SocialCard): string {
  const shown = JSON.stringify([RECIPE, card]);
  return createHash("sha256").update(shown).digest("hex").slice(0, 16);
}

/** The address of a card; its bytes never change. `key` is the product's id, or that of the house. */
export function socialCardPath(key: string, card: SocialCard): string {
  return `/social/${key}/${socialCardVersion(card)}.jpg`;
}

// No picture is shown larger than 656 by 630; a landscape one needs more than twice that for its height.
const DERIVED_WIDTH = 1600;

type Box = { left: number; width: number };

/** The part of a picture that fills the box, as close to its focus as its edges allow. */
async function picturePart(
  bytes: Buffer,
  picture: NonNullable<SocialCard["picture"]>,
  box: Box,
): Promise<OverlayOptions> {
  const sharp = await loadSharp();
  const { height } = SOCIAL_CARD_SIZE;
  const original = await sharp(bytes).metadata();
  const scale = Math.max(box.width / original.width, height / original.height);
  const [width, tall] = [original.width * scale, original.height * scale].map(Math.ceil);
  const place = (whole = 0, part: number, focus: number) =>
    Math.round(Math.min(Math.max(whole * focus - part / 2, 0), whole - part));
  const input = await sharp(bytes)
    .resize({ width, height: tall, fit: "fill" })
    .extract({
      left: place(width, box.width, picture.focalX),
      top: place(tall, height, picture.focalY),
      width: box.width,
      height,
    })
    .toBuffer();
  return { input, left: box.left, top: 0 };
}

async function compose(card: SocialCard, picture: Buffer | null): Promise<Buffer> {
  const [sharp, outliner] = await Promise.all([loadSharp(), loadOutliner()]);
  const layers: OverlayOptions[] =
    picture && card.picture ? [await picturePart(picture, card.picture, PANELS[card.look])] : [];
  return sharp({ create: { ...SOCIAL_CARD_SIZE, channels: 3, background: CARD_BACKGROUND } })
    .composite([...layers, { input: Buffer.from(cardDrawing(outliner, card)) }])
    .jpeg({ quality: 86, progressive: true, chromaSubsampling: "4:4:4" })
    .toBuffer();
}

async function findPicture(deps: DrawDeps, card: SocialCard): Promise<Buffer | null> {
  if (!card.picture) return null;
  const { id } = card.picture;
  const found = await deriveImage(deps, { id, width: DERIVED_WIDTH, format: "webp" });
  return found.ok ? found.value : null;
}

/**
 * The picture a shared link shows, 1200 by 630 as JPEG: from the store, or drawn once and kept there. Drawing waits its turn in the
 * image workshop; a card whose picture cannot be read shows the monogram instead.
 */
export async function drawSocialCard(
  deps: DrawDeps,
  { key, card }: { key: string; card: SocialCard },
): Promise<Buffer> {
  const storageKey = `social/${key}/${socialCardVersion(card)}.jpg`;
  const drawn = await once(deps.files, storageKey, async () => {
    const kept = await deps.files.get(storageKey);
    if (kept) return kept;
    const picture = await findPicture(deps, card);
    const shown = picture ? card : { ...card, picture: null };
    const bytes = await runImageJob("visitor", () => compose(shown, picture));
    await deps.files.put(storageKey, bytes, "image/jpeg").catch((error: unknown) => {
      // A full disk costs the next visitor the work again, never this one the picture.
      deps.logger.warn({ key: storageKey, err: error }, "a social card could not be kept");
    });
    return bytes;
  });
  if (!drawn) throw new Error("A social card without bytes");
  return drawn;
}
