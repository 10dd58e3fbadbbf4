const MARKER = 0xff;
const BASELINE_FRAME = 0xc0;
const EXTENDED_FRAME = 0xc1;
const END_OF_IMAGE = 0xd9;
const START_OF_SCAN = 0xda;
const LAST_COEFFICIENT = 63;

/** The mark after the last scan of a JPEG. */
export const END_OF_JPEG: Uint8Array = Uint8Array.of(MARKER, END_OF_IMAGE);

/** Whether bytes start as every JPEG does (ISO 10918-1, B.1.1.3: SOI). */
export const isJpeg = (bytes: Uint8Array): boolean => bytes[0] === MARKER && bytes[1] === 0xd8;

/** Metadata of programs (APP0 to APP15) and comments. */
const isMetadata = (marker: number) => (marker >= 0xe0 && marker <= 0xef) || marker === 0xfe;

/** Marks within a scan: a stuffed zero, a fill byte, and RST0 to RST7. */
const isWithinScan = (marker: number) =>
  marker === 0 || marker === MARKER || (marker >= 0xd0 && marker <= 0xd7);

/** Where the bytes of a scan end: at the next mark that is none of a scan, or at the end of the file. */
function endOfScan(jpeg: Uint8Array, start: number): number {
  for (let at = start; at + 1 < jpeg.length; at += 1) {
    if (jpeg[at] === MARKER && !isWithinScan(jpeg[at + 1] ?? 0)) return at;
  }
  return jpeg.length;
}

/** Where the next mark starts; bytes before it belong to no part. */
function startOfPart(jpeg: Uint8Array, from: number): number {
  for (let at = from; at + 1 < jpeg.length; at += 1) {
    const marker = jpeg[at + 1] ?? 0;
    if (jpeg[at] === MARKER && marker !== 0 && marker !== MARKER) return at;
  }
  return jpeg.length;
}

/** The header of a scan with the range of coefficients that every scan of a baseline JPEG has (B.2.3: Ss 0, Se 63, Ah and Al 0). */
function baselineScan(segment: Uint8Array): Uint8Array {
  const header = segment.slice();
  header.set([0, LAST_COEFFICIENT, 0], header.length - 3);
  return header;
}

/** Components that a frame declares and no scan has: an image in gray gets two, so that it still is one of known colors. */
const addedComponents = (known: number) => (known === 1 ? 2 : 1);

/**
 * The frame of a JPEG of one scan with components that no scan has (B.2.2). libjpeg then reads every block before it gives the first row,
 * as it does for a file of several scans; otherwise vips never looks at what is wrong with the last rows.
 */
function readBeforeRows(frame: Uint8Array): Uint8Array {
  const known = frame[9] ?? 0;
  const firstTable = frame[12] ?? 0;
  const added = Array.from({ length: addedComponents(known) }, (_, index) => [
    255 - index,
    0x11,
    firstTable,
  ]).flat();
  const whole = Uint8Array.from([...frame, ...added]);
  const length = whole.length - 2;
  whole.set([length >> 8, length & 0xff], 2);
  whole.set([known + added.length / 3], 9);
  return whole;
}

/** A part before the scans as `withoutMetadata` keeps it. */
function plainPart(marker: number, segment: Uint8Array): Uint8Array {
  if (isMetadata(marker)) return new Uint8Array();
  const isOneScan = marker === BASELINE_FRAME || marker === EXTENDED_FRAME;
  return isOneScan ? readBeforeRows(segment) : segment;
}

/**
 * A JPEG with nothing but its tables, frame and scans, and with an end mark: the same blocks, without metadata and bytes between the
 * parts, and with plain headers of the scans of a baseline JPEG. It tells whether blocks are missing, also of the last rows; its colors
 * differ.
 */
export function withoutMetadata(jpeg: Uint8Array): Uint8Array {
  const parts: Uint8Array[] = [jpeg.subarray(0, 2)];
  let isBaseline = false;
  let at = startOfPart(jpeg, 2);
  while (at + 4 <= jpeg.length) {
    const marker = jpeg[at + 1] ?? 0;
    if (marker === END_OF_IMAGE) break;
    const end = at + 2 + ((jpeg[at + 2] ?? 0) << 8) + (jpeg[at + 3] ?? 0);
    const segment = jpeg.subarray(at, end);
    if (marker === BASELINE_FRAME) isBaseline = true;
    if (marker !== START_OF_SCAN) {
      parts.push(plainPart(marker, segment));
      at = startOfPart(jpeg, end);
      continue;
    }
    const scanEnd = endOfScan(jpeg, end);
    parts.push(isBaseline ? baselineScan(segment) : segment, jpeg.subarray(end, scanEnd));
    at = startOfPart(jpeg, scanEnd);
  }
  return Buffer.concat([...parts, END_OF_JPEG]);
}
