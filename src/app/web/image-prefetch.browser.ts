import { transferred } from "./page-prefetch.browser.ts";

/** A browser has six HTTP/1.1 connections to a server; the others stay free for the visitor's own requests. */
const MAX_CONCURRENT = 2;

/** Decoded images that stay in memory. */
const MAX_IMAGES = 24;

type PrefetchedImage = {
  id: string;
  /** The path of the page that shows it. */
  page: string;
  srcSet: string;
  sizes: string;
};

type Loading = {
  page: string;
  image: HTMLImageElement;
  /** Whether the image has been decoded; false for a failed or aborted one. */
  isDecoded: Promise<boolean>;
  /** Ends `isDecoded`: `decode()` of an image without a source stays pending. */
  stop: () => void;
};

const decoded = new Map<string, HTMLImageElement>();
const loading = new Map<string, Loading>();
let isPaused = false;

/** Ends the request; the image can be prefetched again. */
function abort(id: string): void {
  const entry = loading.get(id);
  loading.delete(id);
  if (!entry) return;
  entry.image.srcset = "";
  entry.image.src = "";
  entry.stop();
}

/**
 * Loads and decodes an image with low priority, at most two at a time and none while a navigation is pending. `isWanted`: the visitor points
 * at its link, so it replaces the oldest request; any other waits. Returns the bytes transferred, 0 for an image that is loaded, aborted or failed. Never throws.
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

/** Until `resumeImages`, starts no image and aborts those of other pages than the one that opens: its data needs the connections. */
export function pauseImages(openingPage: string): void {
  isPaused = true;
  for (const [id, { page }] of [...loading]) if (page !== openingPage) abort(id);
}

/** Allows images again once no navigation is pending. */
export function resumeImages(): void {
  isPaused = false;
}
