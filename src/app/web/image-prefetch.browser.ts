import { transferred } from "./page-prefetch.browser.ts";

/** Browsers open six HTTP/1.1 connections per server; the visitor needs the others. */
const MAX_CONCURRENT = 2;

/** Limits the decoded images in memory. */
const MAX_IMAGES = 24;

type PrefetchedImage = {
  id: string;
  /** The path of the page that shows the image. */
  page: string;
  srcSet: string;
  sizes: string;
};

type Loading = {
  page: string;
  image: HTMLImageElement;
  /** False for a failed or aborted image. */
  isDecoded: Promise<boolean>;
  /** Resolves `isDecoded`, because `decode()` without a source stays pending. */
  stop: () => void;
};

const decoded = new Map<string, HTMLImageElement>();
const loading = new Map<string, Loading>();
let isPaused = false;

/** Allows the image to be prefetched again. */
function abort(id: string): void {
  const entry = loading.get(id);
  loading.delete(id);
  if (!entry) return;
  entry.image.srcset = "";
  entry.image.src = "";
  entry.stop();
}

/**
 * Loads and decodes with low priority, at most two at once and none during a navigation. `isWanted` (hovered)
 * replaces the oldest request. Returns the bytes transferred, 0 when loaded, aborted or failed. Never throws.
 */
export async function prefetchImage(
  { id, page, srcSet, sizes }: PrefetchedImage,
  isWanted: boolean,
): Promise<number> {
  while (loading.size >= MAX_CONCURRENT && !loading.has(id) && !isPaused) {
    const [oldest] = loading;
    if (!oldest) break;
    if (isWanted) abort(oldest[0]);
    else await oldest[1].isDecoded;
  }
  if (isPaused || decoded.has(id) || loading.has(id)) return 0;
  const image = new Image();
  image.fetchPriority = "low";
  image.sizes = sizes;
  image.srcset = srcSet;
  let stop = () => {};
  const isDecoded = new Promise<boolean>((resolve) => {
    stop = () => resolve(false);
    image.decode().then(() => resolve(true), stop);
  });
  loading.set(id, { page, image, isDecoded, stop });
  const isComplete = await isDecoded;
  if (loading.get(id)?.image === image) loading.delete(id);
  if (!isComplete) return 0;
  decoded.set(id, image);
  const [oldest] = decoded.keys();
  if (decoded.size > MAX_IMAGES && oldest !== undefined) decoded.delete(oldest);
  return transferred(image.currentSrc);
}

/** Starts no image until `resumeImages`, and aborts other pages' images. */
export function pauseImages(openingPage: string): void {
  isPaused = true;
  for (const [id, { page }] of [...loading]) if (page !== openingPage) abort(id);
}

export function resumeImages(): void {
  isPaused = false;
}
