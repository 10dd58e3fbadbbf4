import sharp from "sharp";
import { describe, expect, it, vi } from "vitest";
import { newId } from "#core/ids.ts";
import type { FileStore } from "#platform/files.server.ts";
import { createLogger } from "#platform/logger.server.ts";
import { drawSocialCard, socialCardPath } from "./draw-social-card.server.ts";
import { loadOutliner } from "./outlined-text.server.ts";
import type { SocialCard } from "./social-card.ts";
import { setTitle } from "./social-card-drawing.server.ts";

const pictureId = newId();

async function aStore() {
  const kept = new Map<string, Buffer>();
  kept.set(
    `derived/${pictureId}/1600.webp`,
    await sharp({ create: { width: 400, height: 900, channels: 3, background: "#20382d" } })
      .webp()
      .toBuffer(),
  );
  const files = {
    put: vi.fn(async (key: string, bytes: Uint8Array) => void kept.set(key, Buffer.from(bytes))),
    get: vi.fn(async (key: string) => kept.get(key) ?? null),
    remove: vi.fn(async () => undefined),
    exists: vi.fn(async () => false),
  } satisfies FileStore;
  // The picture's rendition is kept already, so that nothing is asked of a database.
  const deps = { db: {} as never, files, logger: createLogger("silent") };
  return { kept, files, deps };
}

const card: SocialCard = {
  look: "piece",
  house: "Demerara Atelier",
  eyebrow: "Evening Elegance",
  title: "Kaieteur Gown",
  line: "$1,250.00",
  monogram: "KG",
  picture: { id: pictureId, focalX: 0.5, focalY: 0 },
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
    { picture: null },
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
      { picture: null },
    ];
    const paths = changes.map((each) => socialCardPath("a", { ...card, ...each }));
    expect(new Set(paths).size).toBe(changes.length);
    expect(socialCardPath("a", { ...card })).toBe(paths[0]);
  });
});

describe("a card's title", () => {
  it("is set as large as it fits in three lines, and ends in an ellipsis where no size fits", async () => {
    const outliner = await loadOutliner();
    const box = { widthPx: 500, sizes: [92, 68, 50], mostLines: 3 };
    const { lines, sizePx } = setTitle(outliner, "Kaieteur Gown", box);
    expect([lines, sizePx]).toEqual([["Kaieteur", "Gown"], 92]);
    const long = setTitle(outliner, "An Opera Coat ".repeat(12), box);
    expect(long.sizePx).toBe(50);
    expect(long.lines).toHaveLength(3);
    expect(long.lines.at(-1)).toMatch(/…$/);
    for (const text of [...lines, ...long.lines]) {
      const setting = { face: "display", sizePx: long.sizePx } as const;
      expect(outliner.widthPx(text, setting)).toBeLessThanOrEqual(box.widthPx);
      expect(outliner.outline(text, setting).widthPx).toBeCloseTo(
        outliner.widthPx(text, setting),
        6,
      );
    }
  });

  it("leaves out what the house's faces do not have, and draws the letters of central Europe", async () => {
    const { outline } = await loadOutliner();
    const setting = { face: "display", sizePx: 100 } as const;
    expect(outline("漢😀", setting)).toEqual({ path: "", widthPx: 0 });
    expect(outline("Ž", setting).widthPx).toBeGreaterThan(40);
  });
});
