import sharp from "sharp";
import { describe, expect, it, vi } from "vitest";
import { newId } from "#core/ids.ts";
import type { FileStore } from "#platform/file-store.server.ts";
import { createLogger } from "#platform/logger.server.ts";
import {
  cardDrawing,
  drawSocialCard,
  fitTitle,
  isInCardFonts,
  PANELS,
  socialCardPath,
} from "./draw-social-card.server.ts";
import type { SocialCard } from "./social-card.ts";
import { SOCIAL_CARD_SIZE } from "./social-card.ts";

const imageId = newId();

async function aStore() {
  const stored = new Map<string, Buffer>();
  stored.set(
    `derived/${imageId}/1600.webp`,
    await sharp({ create: { width: 400, height: 900, channels: 3, background: "#20382d" } })
      .webp()
      .toBuffer(),
  );
  const files = {
    put: vi.fn(async (key: string, bytes: Uint8Array) => void stored.set(key, Buffer.from(bytes))),
    get: vi.fn(async (key: string) => stored.get(key) ?? null),
    remove: vi.fn(async () => undefined),
    exists: vi.fn(async () => false),
  } satisfies FileStore;
  // The rendition exists, so no database is needed.
  const deletedMedia = async () => new Set<string>();
  const deps = { db: {} as never, files, deletedMedia, logger: createLogger("silent") };
  return { stored: stored, files, deps };
}

const card: SocialCard = {
  look: "product",
  house: "Demerara Atelier",
  eyebrow: "Evening Elegance",
  title: "Kaieteur Gown",
  line: "$1,250.00",
  monogram: "KG",
  cardImage: { id: imageId, focalX: 0.5, focalY: 0 },
};

async function colourAt(bytes: Buffer, left: number, top: number): Promise<number[]> {
  const pixel = await sharp(bytes).extract({ left, top, width: 1, height: 1 }).raw().toBuffer();
  return [...pixel];
}

describe("drawSocialCard", () => {
  it("draws 1200 by 630 with paper at the left and the picture at the right", async () => {
    const { deps } = await aStore();
    const bytes = await drawSocialCard(deps, { key: "a", card });
    const { width, height, format } = await sharp(bytes).metadata();
    expect([width, height, format]).toEqual([1200, 630, "jpeg"]);
    expect((await colourAt(bytes, 8, 8))[0]).toBeGreaterThan(240);
    expect((await colourAt(bytes, 1000, 320))[0]).toBeLessThan(60);
  });

  it("draws a card once, however many ask, and again only for another version", async () => {
    const { deps, files } = await aStore();
    await Promise.all(Array.from({ length: 8 }, () => drawSocialCard(deps, { key: "a", card })));
    await drawSocialCard(deps, { key: "a", card });
    expect(files.put).toHaveBeenCalledTimes(1);
    await drawSocialCard(deps, { key: "a", card: { ...card, line: "$990.00" } });
    expect(files.put).toHaveBeenCalledTimes(2);
  });

  it.each([
    { title: "" },
    { title: "漢字 😀" },
    { title: "x".repeat(300), house: "y".repeat(300), eyebrow: "]]></svg>", line: "&<>" },
    { title: "word ".repeat(80) },
    { cardImage: null },
    { look: "house" as const },
  ])("draws whatever an owner may have typed: %j", async (changes) => {
    const { deps } = await aStore();
    const bytes = await drawSocialCard(deps, { key: "a", card: { ...card, ...changes } });
    expect((await sharp(bytes).stats()).isOpaque).toBe(true);
  });

  it("serves the card even when it cannot be kept", async () => {
    const { deps, files } = await aStore();
    files.put.mockRejectedValueOnce(new Error("no space left on device"));
    expect((await drawSocialCard(deps, { key: "a", card })).length).toBeGreaterThan(1_000);
  });

  it("names by its address what it shows: another price, name, picture or house is another address", () => {
    const changes: Partial<SocialCard>[] = [
      {},
      { line: "$990.00" },
      { title: "Gown" },
      { house: "House" },
      { cardImage: null },
    ];
    const paths = changes.map((each) => socialCardPath("a", { ...card, ...each }));
    expect(new Set(paths).size).toBe(changes.length);
    expect(socialCardPath("a", { ...card })).toBe(paths[0]);
  });
});

describe("a card's title", () => {
  const box = { widthPx: 500, sizes: [92, 68, 50] };

  it("gets the largest size at which it fits into three lines", async () => {
    expect(await fitTitle("Kaieteur Gown", box)).toMatchObject({ sizePx: 92, isClamped: false });
    expect(await fitTitle("An Opera Coat of Demerara Silk Velvet", box)).toMatchObject({
      sizePx: 68,
      isClamped: false,
    });
  });

  it("is clamped at the smallest size if no size fits, whether it has too many words or one too long", async () => {
    const clamped = { sizePx: 50, isClamped: true };
    expect(await fitTitle("An Opera Coat ".repeat(12), box)).toMatchObject(clamped);
    expect(await fitTitle("x".repeat(40), box)).toMatchObject(clamped);
  });
});

describe("a card's text", () => {
  it("is in the card's fonts with the letters of central Europe, and in those of the papers with others", async () => {
    expect(await isInCardFonts("display", "Žluť Rosa’s")).toBe(true);
    expect(await isInCardFonts("text", "漢字")).toBe(false);
    expect(await isInCardFonts("display", "Nguyễn")).toBe(false);
  });

  /** How much of the text's side of a card is ink, in thousandths. */
  const inkOf = async (changes: Partial<SocialCard>) => {
    const { deps } = await aStore();
    const bytes = await drawSocialCard(deps, { key: "a", card: { ...card, ...changes } });
    const { data } = await sharp(bytes)
      .extract({ left: 0, top: 120, width: PANELS.product.left, height: 450 })
      .grayscale()
      .threshold(160)
      .raw()
      .toBuffer({ resolveWithObject: true });
    return (1000 * data.filter((shade) => shade === 0).length) / data.length;
  };

  it("shows a name in any script, and leaves out what no font has", async () => {
    const blank = { eyebrow: "", line: "" };
    const empty = await inkOf({ ...blank, title: "" });
    expect(await inkOf({ ...blank, title: "😀" })).toBeCloseTo(empty, 0);
    for (const title of ["夏のドレス", "فستان صيفي", "गर्मियों की पोशाक", "Летнее платье", "ชุดฤดูร้อน"])
      expect(await inkOf({ ...blank, title }), title).toBeGreaterThan(empty + 5);
  });

  it("stays clear of the image and the lower edge, however long it is", async () => {
    const long = { title: "x".repeat(300), house: "y".repeat(300), eyebrow: "Z".repeat(60) };
    const longArabic = {
      title: "فستان صيفي ".repeat(20),
      house: "دار ".repeat(80),
      eyebrow: "漢".repeat(60),
    };
    for (const texts of [long, longArabic]) {
      const line = "$1,250,000,000.00 ".repeat(9);
      const drawing = await cardDrawing({ ...card, ...texts, line });
      const { info } = await sharp(Buffer.from(drawing))
        .trim()
        .toBuffer({ resolveWithObject: true });
      expect(info.width - (info.trimOffsetLeft ?? 0)).toBeLessThanOrEqual(PANELS.product.left);
      expect(info.height - (info.trimOffsetTop ?? 0)).toBeLessThan(SOCIAL_CARD_SIZE.height - 60);
    }
  });
});
