/** `npm run icons`: public/ from public/favicon.svg. */
import { readFile, writeFile } from "node:fs/promises";
import sharp from "sharp";

const folder = new URL("../public/", import.meta.url).pathname;
const icon = await readFile(`${folder}favicon.svg`, "utf8");

/** The symbol's middle. */
const fullBleed = (scale) =>
  icon
    .replace(' rx="6"', "")
    .replace(
      '<g fill="none"',
      `<g transform="translate(${32 - 35 * scale} ${32 - 32 * scale}) scale(${scale})" fill="none"`,
    );

const draw = (svg, size) =>
  sharp(Buffer.from(svg), { density: (72 * size) / 64 })
    .resize(size, size)
    .png({ compressionLevel: 9, palette: true })
    .toBuffer();

/** One entry, then the PNG. */
function ico(png, size) {
  const head = Buffer.alloc(22);
  head.writeUInt16LE(1, 2); // icon
  head.writeUInt16LE(1, 4); // one image
  head.writeUInt8(size, 6);
  head.writeUInt8(size, 7);
  head.writeUInt16LE(1, 10); // planes
  head.writeUInt16LE(32, 12); // bits per pixel
  head.writeUInt32LE(png.length, 14);
  head.writeUInt32LE(head.length, 18);
  return Buffer.concat([head, png]);
}

const files = {
  "favicon.ico": ico(await draw(icon, 32), 32),
  "icon-192.png": await draw(icon, 192),
  "icon-512.png": await draw(icon, 512),
  // A phone cuts its shape, at least four fifths wide.
  "icon-maskable-512.png": await draw(fullBleed(0.8), 512),
  "apple-touch-icon.png": await draw(fullBleed(0.92), 180),
};
for (const [name, bytes] of Object.entries(files)) {
  await writeFile(folder + name, bytes);
  console.log(`${name}: ${bytes.length} bytes`);
}
