import { createHash } from "node:crypto";
import type { OverlayOptions } from "sharp";
import type { Queryable } from "#db/client.server.ts";
import type { FileStore } from "#platform/files.server.ts";
import type { Logger } from "#platform/logger.server.ts";
import { deriveImage } from "./derive-image.server.ts";
import { loadSharp, once, runImageJob } from "./image-queue.server.ts";
import type { SocialCard } from "./social-card.ts";
import { SOCIAL_CARD_SIZE } from "./social-card.ts";
import { CARD_BACKGROUND, cardDrawing, PANELS } from "./social-card-drawing.server.ts";

type DrawDeps = { db: Queryable; files: FileStore; logger: Logger };

// Raised when the drawing changes, so that every card gets a new URL.
const DRAWING_VERSION = 2;

/** Hashes what a card shows: another name, price, image or drawing is another version. */
export function socialCardVersion(card: SocialCard): string {
  const shown = JSON.stringify([DRAWING_VERSION, card]);
  return createHash("sha256").update(shown).digest("hex").slice(0, 16);
}

/** The path of a card, whose bytes never change. `key` is a product's id, a collection's key or HOUSE_CARD. */
export function socialCardPath(key: string, card: SocialCard): string {
  return `/social/${key}/${socialCardVersion(card)}.jpg`;
}

// Images are shown at up to 656 x 630; a landscape one needs more than twice that width.
const DERIVED_WIDTH = 1600;

type Box = { left: number; width: number };

/** Crops an image to the box, as close to its focal point as its edges allow. */
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
  const [sharp, drawing] = await Promise.all([loadSharp(), cardDrawing(card)]);
  const layers: OverlayOptions[] =
    picture && card.picture ? [await picturePart(picture, card.picture, PANELS[card.look])] : [];
  return sharp({ create: { ...SOCIAL_CARD_SIZE, channels: 3, background: CARD_BACKGROUND } })
    .composite([...layers, { input: Buffer.from(drawing) }])
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
 * The image of a shared link as a JPEG of 1200 x 630, from the store or drawn and stored once. Drawing goes through the image queue. A card
 * whose image cannot be read shows the monogram instead.
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
      // With a full disk the card is served anyway and drawn again for the next visitor.
      deps.logger.warn({ key: storageKey, err: error }, "a social card could not be stored");
    });
    return bytes;
  });
  if (!drawn) throw new Error("A social card without bytes");
  return drawn;
}
