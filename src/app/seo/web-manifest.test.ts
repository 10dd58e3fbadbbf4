import { join } from "node:path";
import sharp from "sharp";
import { expect, it } from "vitest";
import { shortName, webManifest } from "./web-manifest.ts";

const manifest = webManifest({ siteName: "Demerara Atelier", siteDescription: "Made to measure." });

it("names the shop as its owner does, and shortly where there is no room", () => {
  expect(manifest).toMatchObject({ name: "Demerara Atelier", short_name: "Demerara" });
  expect(shortName("Essequibo & Daughters")).toBe("Essequibo &");
  expect(shortName("Supercalifragilistic")).toHaveLength(12);
});

it("offers icons of the sizes it claims, one of them for any shape", async () => {
  const images = manifest.icons.filter(({ type }) => type === "image/png");
  expect(images.length).toBeGreaterThan(1);
  for (const { src, sizes } of images) {
    const { format, width, height } = await sharp(join("public", src)).metadata();
    expect([src, format, `${width}x${height}`]).toEqual([src, "png", sizes]);
  }
  const sizes = images.map((icon) => `${icon.sizes} ${icon.purpose}`);
  expect(sizes).toEqual(["192x192 any", "512x512 any", "512x512 maskable"]);
});

it("keeps the mark of the maskable icon inside the part that no telephone cuts away", async () => {
  const file = join("public", "icon-maskable-512.png");
  const { data, info } = await sharp(file)
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const colourAt = (x: number, y: number) =>
    data.subarray((y * info.width + x) * 3, (y * info.width + x) * 3 + 3).join();
  const ground = colourAt(0, 0);
  const safeRadius = info.width * 0.4;
  const outside: string[] = [];
  for (let y = 0; y < info.height; y += 2) {
    for (let x = 0; x < info.width; x += 2) {
      const distance = Math.hypot(x - info.width / 2, y - info.height / 2);
      if (distance > safeRadius && colourAt(x, y) !== ground) outside.push(`${x},${y}`);
    }
  }
  expect(outside).toEqual([]);
});
