import { once } from "node:events";
import { crc32, createDeflate, deflateSync } from "node:zlib";
import sharp from "sharp";

export const SCRIPT = "<script>alert(document.cookie)</script>";
/** One byte per character. */
export const latin = (text: string) => Buffer.from(text, "latin1");
export const PNG_HEAD = "\x89PNG\r\n\x1a\n";

type Format = "png" | "jpeg" | "webp" | "gif" | "avif";

export const plain = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: "#9a5b25" }, limitInputPixels: false });
export const noisyImage = (format: Format) =>
  sharp({
    create: {
      width: 320,
      height: 400,
      channels: 3,
      background: "#f1ece2",
      noise: { type: "gaussian", mean: 128, sigma: 30 },
    },
  })
    .toFormat(format)
    .toBuffer();
export const cutOff = async (format: Format, share: number) => {
  const whole = await noisyImage(format);
  return whole.subarray(0, Math.floor(whole.length * share));
};
export const behind = async (format: Format, tail: Uint8Array | string) =>
  Buffer.concat([await noisyImage(format), Buffer.from(tail)]);

function chunk(kind: string, content: Uint8Array, crc = 0): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(content.length);
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc);
  return Buffer.concat([length, latin(kind), content, sum]);
}

/** Wrong checksums. */
export function claimedPng(width: number, height: number): Buffer {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([8, 2, 0, 0, 0], 8);
  const body = deflateSync(Buffer.alloc(1024));
  return Buffer.concat([latin(PNG_HEAD), chunk("IHDR", head), chunk("IDAT", body)]);
}

export function claimedGif(width: number, height: number): Buffer {
  const size = Buffer.alloc(4);
  size.writeUInt16LE(width, 0);
  size.writeUInt16LE(height, 2);
  const frame = Buffer.from([0x2c, 0, 0, 0, 0, ...size, 0, 2, 2, 0x44, 1, 0, 0x3b]);
  return Buffer.concat([
    latin("GIF89a"),
    size,
    Buffer.from([0x80, 0, 0, 0, 0, 0, 255, 255, 255]),
    frame,
  ]);
}

export async function withGpsExif(): Promise<Buffer> {
  return plain(80, 60)
    .jpeg()
    .withExif({
      IFD0: { Make: "SecretCamera", Copyright: "somebody" },
      IFD3: GPS,
    })
    .toBuffer();
}

const GPS = { GPSLatitudeRef: "N", GPSLatitude: "6/1 48/1 0/1", GPSLongitudeRef: "W" };

export const placed = (format: "png" | "webp" | "avif") =>
  plain(80, 60)
    .toFormat(format)
    .withExif({ IFD0: { Artist: "Whereabouts" }, IFD3: GPS })
    .toBuffer();

/** The location in XMP, beside EXIF. */
export const withGpsXmp = () =>
  plain(80, 60)
    .jpeg()
    .withXmp(
      '<?xpacket begin="" id="W5M0MpCehiHzreSzNTczkc9d"?><x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description xmlns:exif="http://ns.adobe.com/exif/1.0/" exif:GPSLatitude="6,48.9N"/></rdf:RDF></x:xmpmeta><?xpacket end="w"?>',
    )
    .toBuffer();

/** Expands to 256 MB; made in chunks. */
export async function withTextBomb(): Promise<Buffer> {
  const whole = await noisyImage("png");
  const deflate = createDeflate({ level: 9 });
  const zeros = Buffer.alloc(1024 * 1024);
  const packed: Promise<Buffer[]> = deflate.toArray();
  for (let megabyte = 0; megabyte < 256; megabyte += 1) {
    if (!deflate.write(zeros)) await once(deflate, "drain");
  }
  deflate.end();
  const content = Buffer.concat([latin("Comment\0\0"), ...(await packed)]);
  const text = chunk("zTXt", content, crc32(Buffer.concat([latin("zTXt"), content])));
  return Buffer.concat([whole.subarray(0, 33), text, whole.subarray(33)]);
}

export function manyFrames(count: number): Buffer {
  const side = [40, 0, 40, 0];
  const screen = [...side, 0x80, 0, 0, 0, 0, 0, 255, 255, 255];
  // One pixel of data each.
  const frame = Buffer.from([0x2c, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 2, 0x44, 1, 0]);
  const frames = Array.from({ length: count }, () => frame);
  return Buffer.concat([latin("GIF89a"), Buffer.from(screen), ...frames, Buffer.from([0x3b])]);
}

export const withComment = async () => {
  const whole = await noisyImage("jpeg");
  const comment = Buffer.concat([Buffer.from([0xff, 0xfe, 0, SCRIPT.length + 2]), latin(SCRIPT)]);
  return Buffer.concat([whole.subarray(0, 2), comment, whole.subarray(2)]);
};

export const withText = async () => {
  const whole = await noisyImage("png");
  const content = latin(`Comment\0${SCRIPT}`);
  const text = chunk("tEXt", content, crc32(Buffer.concat([latin("tEXt"), content])));
  return Buffer.concat([whole.subarray(0, 33), text, whole.subarray(33)]);
};
