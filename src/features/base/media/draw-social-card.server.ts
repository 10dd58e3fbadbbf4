import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import type { Font, SatoriOptions } from "satori";
import type { OverlayOptions } from "sharp";
import type { Queryable } from "#db/client.server.ts";
import type { FileStore } from "#platform/file-store.server.ts";
import type { Logger } from "#platform/logger.server.ts";
import { deriveImage } from "./derive-image.server.ts";
import { loadSharp, once, runImageJob } from "./image-queue.server.ts";
import type { OutlinedText } from "./outlined-text.server.ts";
import { outlineText } from "./outlined-text.server.ts";
import type { SocialCard } from "./social-card.ts";
import { SOCIAL_CARD_SIZE } from "./social-card.ts";

/** The colors are those of `src/ui/theme.css`. */
const INK = "#1C1815";
const QUIET = "#6A655F";
const LINE = "#E2DACD";
const DEMERARA = "#9A5B25";
const CLOTH = "#F1ECE2";

const CARD_BACKGROUND = "#F8F5EF";

const { width: WIDTH, height: HEIGHT } = SOCIAL_CARD_SIZE;

const panel = (width: number) => ({ left: WIDTH - width, width });

/** The image is at the right, 4:5 for products, apart from text. */
export const PANELS = { product: panel(504), house: panel(656) } as const;

const MARGIN = 72;
const MARGIN_TOP = 63;
const TITLE_SIZES = { product: [92, 80, 68, 58, 50], house: [104, 92, 80, 68, 56] } as const;
const MAX_TITLE_LINES = 3;

const MAX_TITLE_LENGTH = 160;
const MAX_EYEBROW_LENGTH = 40;

/** The width is the display font's, in em. */
const SPACE_EM = 0.234;

// satori cannot weight variable fonts. The subset latin-ext covers central Europe; a text with other letters is drawn in the fonts of
// the papers, because satori neither shapes nor orders scripts.
const FACES = {
  display: { file: "@fontsource/cormorant-garamond/files/cormorant-garamond-*-600-normal.woff" },
  text: { file: "@fontsource/figtree/files/figtree-*-500-normal.woff" },
} as const;

type Face = keyof typeof FACES;

const SUBSETS = ["latin", "latin-ext"] as const;

async function loadFonts(): Promise<Font[]> {
  const { resolve } = createRequire(import.meta.url);
  const files = (["display", "text"] as const).flatMap((face) =>
    SUBSETS.map((subset) => ({
      name: `${face}-${subset}`,
      path: resolve(FACES[face].file.replace("*", subset)),
    })),
  );
  return Promise.all(
    files.map(async ({ name, path }) => ({
      name,
      data: await readFile(path),
      weight: 400 as const,
    })),
  );
}

let fontsReady: Promise<Font[]> | undefined;

type Style = Readonly<Record<string, string | number>>;
type Box = {
  type: "div" | "img";
  key: null;
  props: { style: Style; src?: string; children?: string | Box[] };
};

const box = (style: Style, children?: string | Box[]): Box => ({
  type: "div",
  key: null,
  props: { style, ...(children === undefined ? {} : { children }) },
});

const column = (style: Style, children: Box[]): Box =>
  box({ display: "flex", flexDirection: "column", ...style }, children);

const fontOf = (face: Face): Style => ({
  fontFamily: SUBSETS.map((subset) => `${face}-${subset}`).join(", "),
  fontVariantNumeric: "lining-nums",
});

/** Loaded late: satori is slow. */
async function render(drawing: Box, options: Partial<SatoriOptions> = {}): Promise<string> {
  fontsReady ??= loadFonts();
  const [{ default: satori }, fonts] = await Promise.all([import("satori"), fontsReady]);
  return satori(drawing, { width: WIDTH, height: HEIGHT, fonts, ...options });
}

/** Both fonts contain printable ASCII. */
const PLAIN_TEXT = /^[ -~’]*$/;

/** Whether the fonts of the card have every letter; others are drawn as outlines. */
export async function isInCardFonts(face: Face, text: string): Promise<boolean> {
  if (PLAIN_TEXT.test(text)) return true;
  let isMissing = false;
  await render(box(fontOf(face), text), {
    loadAdditionalAsset: async () => {
      isMissing = true;
      return [];
    },
  });
  return !isMissing;
}

const typographic = (text: string) => text.replaceAll("'", "’");

type TitleBox = { widthPx: number; sizes: readonly number[] };
type FittedTitle = { text: string; sizePx: number; isClamped: boolean };

const titleStyle = (sizePx: number, widthPx: number): Style => ({
  ...fontOf("display"),
  width: widthPx,
  fontSize: sizePx,
  lineHeight: 0.98,
  color: INK,
});

/** Words never break. */
function wordBoxes(text: string, sizePx: number, widthPx: number): Box {
  const terms = text.split(/\s+/).filter(Boolean);
  return box(
    {
      ...titleStyle(sizePx, widthPx),
      display: "flex",
      flexWrap: "wrap",
      columnGap: sizePx * SPACE_EM,
    },
    terms.map((word) => box({ flexShrink: 0 }, word)),
  );
}

/** Finds the largest size for three lines, else the smallest with an ellipsis. */
export async function fitTitle(text: string, { widthPx, sizes }: TitleBox): Promise<FittedTitle> {
  const title = [...text].slice(0, MAX_TITLE_LENGTH).join("");
  for (const sizePx of sizes) {
    const tops = new Set<number>();
    let widest = 0;
    await render(wordBoxes(title, sizePx, widthPx), {
      onNodeDetected: ({ textContent, top, width }) => {
        if (textContent === undefined) return;
        tops.add(top);
        widest = Math.max(widest, width);
      },
    });
    if (tops.size <= MAX_TITLE_LINES && widest <= widthPx) {
      return { text: title, sizePx, isClamped: false };
    }
  }
  return { text: title, sizePx: sizes.at(-1) ?? 0, isClamped: true };
}

/** An outlined text, at the side where it begins. */
function outlinedBox({ height, isFromRight, svg, width }: OutlinedText, style: Style): Box[] {
  if (width === 0) return [];
  const src = `data:image/svg+xml;base64,${Buffer.from(svg).toString("base64")}`;
  const image: Box = { type: "img", key: null, props: { src, style: { width, height } } };
  const justifyContent = isFromRight ? "flex-end" : "flex-start";
  return [box({ display: "flex", ...style, justifyContent }, [image])];
}

/** Stacked letters and marks of other scripts need more than the title's own 0.98. */
const OUTLINED_LINE_HEIGHT = 1.35;
/** As high as three lines of the title's own letters. */
const MAX_TITLE_HEIGHT = 300;

async function titleBoxes(submitted: string, { sizes, widthPx }: TitleBox): Promise<Box[]> {
  const title = typographic(submitted);
  if (!(await isInCardFonts("display", title))) {
    const outlined = await outlineText(title, {
      face: "display",
      color: INK,
      widthPx,
      sizes,
      maxHeightPx: MAX_TITLE_HEIGHT,
      maxLines: MAX_TITLE_LINES,
      lineHeight: OUTLINED_LINE_HEIGHT,
    });
    return outlinedBox(outlined, { width: widthPx });
  }
  const { isClamped, sizePx, text } = await fitTitle(title, { sizes, widthPx });
  if (!isClamped) return [wordBoxes(text, sizePx, widthPx)];
  const clamp = { display: "block", lineClamp: MAX_TITLE_LINES, wordBreak: "break-word" };
  return [box({ ...titleStyle(sizePx, widthPx), ...clamp }, text)];
}

type LineStyle = { fontSize: number; color: string; widthPx: number; more?: Style };

const LINE_HEIGHT = 1.3;

async function lineBoxes(
  submitted: string,
  face: Face,
  { color, fontSize, more = {}, widthPx }: LineStyle,
): Promise<Box[]> {
  const text = typographic(submitted);
  if (text === "") return [];
  if (!(await isInCardFonts(face, text))) {
    const outlined = await outlineText(text, {
      face,
      color,
      widthPx,
      sizes: [fontSize],
      maxHeightPx: fontSize * LINE_HEIGHT,
      maxLines: 1,
      lineHeight: LINE_HEIGHT,
    });
    return outlinedBox(outlined, { width: widthPx, ...more });
  }
  const line = { display: "block", whiteSpace: "nowrap", overflow: "hidden" };
  const style = { ...fontOf(face), ...line, textOverflow: "ellipsis", lineHeight: LINE_HEIGHT };
  return [box({ ...style, fontSize, color, ...more }, text)];
}

const MONOGRAM_SIZE = 250;

async function monogramBox({ look, monogram }: SocialCard): Promise<Box> {
  const style = { position: "absolute", top: 0, ...PANELS[look], height: HEIGHT };
  const center = { display: "flex", alignItems: "center", justifyContent: "center" };
  if (!(await isInCardFonts("display", monogram))) {
    const outlined = await outlineText(monogram, {
      face: "display",
      color: DEMERARA,
      widthPx: PANELS[look].width - MARGIN,
      sizes: [MONOGRAM_SIZE, MONOGRAM_SIZE / 2],
      maxHeightPx: HEIGHT,
      maxLines: 1,
      lineHeight: OUTLINED_LINE_HEIGHT,
    });
    return box({ ...style, ...center, background: CLOTH }, outlinedBox(outlined, {}));
  }
  const text = { ...fontOf("display"), fontSize: MONOGRAM_SIZE, lineHeight: 1, color: DEMERARA };
  return box({ ...style, ...center, ...text, background: CLOTH }, monogram);
}

export async function cardDrawing(card: SocialCard): Promise<string> {
  const isProduct = card.look === "product";
  const widthPx = PANELS[card.look].left - 2 * MARGIN;
  const eyebrow = card.eyebrow.slice(0, MAX_EYEBROW_LENGTH).toLocaleUpperCase("en");
  const title = [...card.title].slice(0, MAX_TITLE_LENGTH).join("");
  const head = isProduct
    ? await lineBoxes(card.house, "display", { fontSize: 36, color: INK, widthPx })
    : [];
  const label = await lineBoxes(isProduct ? eyebrow : "", "text", {
    fontSize: 19,
    color: DEMERARA,
    widthPx,
    more: { letterSpacing: 2.6, marginBottom: 12 },
  });
  const line = await lineBoxes(card.line, "text", {
    fontSize: isProduct ? 36 : 26,
    color: isProduct ? INK : QUIET,
    widthPx,
    more: isProduct ? { marginTop: 27 } : { marginTop: 24, marginLeft: 2 },
  });
  const rule = box({ width: widthPx, height: 1, marginTop: 19, background: LINE });
  const text = column(
    {
      position: "absolute",
      left: MARGIN,
      top: MARGIN_TOP,
      width: widthPx,
      height: HEIGHT - MARGIN_TOP - (isProduct ? 70 : 80),
      justifyContent: "space-between",
    },
    [
      column({}, isProduct ? [...head, rule] : []),
      column({}, [
        ...label,
        ...(await titleBoxes(title, { widthPx, sizes: TITLE_SIZES[card.look] })),
        ...line,
      ]),
    ],
  );
  const children = card.cardImage ? [text] : [await monogramBox(card), text];
  return render(box({ display: "flex", width: WIDTH, height: HEIGHT }, children));
}

type DrawDeps = {
  db: Queryable;
  files: FileStore;
  logger: Logger;
  deletedMedia(): Promise<ReadonlySet<string>>;
};

// Raise when the drawing changes: cards get new URLs.
const DRAWING_VERSION = 3;

function socialCardVersion(card: SocialCard): string {
  const shown = JSON.stringify([DRAWING_VERSION, card]);
  return createHash("sha256").update(shown).digest("hex").slice(0, 16);
}

/** A card's path; its bytes never change. `key`: a product's id, a collection's key or HOUSE_CARD. */
export function socialCardPath(key: string, card: SocialCard): string {
  return `/social/${key}/${socialCardVersion(card)}.jpg`;
}

// Shows 656 x 630; landscape images need over twice that width.
const DERIVED_WIDTH = 1600;

type Panel = { left: number; width: number };

async function imageRegion(
  bytes: Buffer,
  image: NonNullable<SocialCard["cardImage"]>,
  box: Panel,
): Promise<OverlayOptions> {
  const sharp = await loadSharp();
  const { height } = SOCIAL_CARD_SIZE;
  const original = await sharp(bytes).metadata();
  const scale = Math.max(box.width / original.width, height / original.height);
  const [width, tall] = [original.width * scale, original.height * scale].map(Math.ceil);
  const location = (whole = 0, part: number, focus: number) =>
    Math.round(Math.min(Math.max(whole * focus - part / 2, 0), whole - part));
  const input = await sharp(bytes)
    .resize({ width, height: tall, fit: "fill" })
    .extract({
      left: location(width, box.width, image.focalX),
      top: location(tall, height, image.focalY),
      width: box.width,
      height,
    })
    .toBuffer();
  return { input, left: box.left, top: 0 };
}

async function compose(card: SocialCard, image: Buffer | null): Promise<Buffer> {
  const [sharp, drawing] = await Promise.all([loadSharp(), cardDrawing(card)]);
  const layers: OverlayOptions[] =
    image && card.cardImage ? [await imageRegion(image, card.cardImage, PANELS[card.look])] : [];
  return sharp({ create: { ...SOCIAL_CARD_SIZE, channels: 3, background: CARD_BACKGROUND } })
    .composite([...layers, { input: Buffer.from(drawing) }])
    .jpeg({ quality: 86, progressive: true, chromaSubsampling: "4:4:4" })
    .toBuffer();
}

async function findCardImage(deps: DrawDeps, card: SocialCard): Promise<Buffer | null> {
  if (!card.cardImage) return null;
  const { id } = card.cardImage;
  const found = await deriveImage(deps, { id, width: DERIVED_WIDTH, format: "webp" });
  return found.ok ? found.value : null;
}

/** Draws a 1200 x 630 JPEG once, through the image queue, and stores it. The monogram replaces an unreadable image. */
export async function drawSocialCard(
  deps: DrawDeps,
  { key, card }: { key: string; card: SocialCard },
): Promise<Buffer> {
  const storageKey = `social/${key}/${socialCardVersion(card)}.jpg`;
  const drawn = await once(deps.files, storageKey, async () => {
    const stored = await deps.files.get(storageKey);
    if (stored) return stored;
    const image = await findCardImage(deps, card);
    const shown = image ? card : { ...card, cardImage: null };
    const bytes = await runImageJob("visitor", () => compose(shown, image));
    await deps.files.put(storageKey, bytes, "image/jpeg").catch((error: unknown) => {
      // A full disk does not stop the response.
      deps.logger.warn({ key: storageKey, err: error }, "a social card could not be stored");
    });
    return bytes;
  });
  if (!drawn) throw new Error("A social card without bytes");
  return drawn;
}
