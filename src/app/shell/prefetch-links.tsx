import { useEffect, useState } from "react";
import { PrefetchPageLinks, useLocation, useNavigation, useRevalidator } from "react-router";
import { galleryImageSource } from "#app/components/product/gallery-image.ts";
import { firstShownImage } from "#app/components/product/purchase-choice.ts";
import { pauseImages, prefetchImage, resumeImages } from "#app/web/image-prefetch.browser.ts";
import {
  dataPath,
  hasChangedSince,
  prefetchData,
  prefetchedRoute,
} from "#app/web/page-prefetch.browser.ts";
import type { ProductImage, ProductSummary } from "#features/catalog/products/product.ts";
import { whenIdle } from "#ui/idle.ts";

/** Limits the prefetch for links in view, besides modules. */
const MAX_IDLE_BYTES = 110_000;
/** Assumed before the first image is loaded. */
const USUAL_IMAGE_BYTES = 20_000;
/** Lets the page and its first images load first. */
const QUIET_MS = 600;
/** Delay after the page has opened with prefetched data. */
const CHECK_MS = 1_000;

const PRODUCT = /^\/product\/[^/]+$/;

/** Pages of what the browser stores. Their links may lead to products that no longer exist. */
const STORED_LISTS = /^\/(cart|wishlist|checkout)(\/|$)/;

/** React Router reloads the page when a cut network loses a module that was prefetched, and nobody measures on a page that reloads. */
const MEASURING = /^\/measur(e|ement)(\/|$)|^\/product\/[^/]+\/made-to-measure$/;

type Connection = { saveData?: boolean; effectiveType?: string };

/** Nothing is prefetched with data saving or on 2G. */
function isDataScarce(connection: Connection | undefined): boolean {
  return connection?.saveData === true || /2g$/.test(connection?.effectiveType ?? "");
}

function mayPrefetch(): boolean {
  const { connection } = navigator as Navigator & { connection?: Connection };
  return navigator.onLine && !isDataScarce(connection);
}

/** Null for a link whose data cannot be prefetched. */
function pathOf(link: HTMLAnchorElement): string | null {
  if (link.origin !== location.origin || link.target === "_blank") return null;
  const path = link.pathname + link.search;
  if (dataPath(path) === dataPath(location.pathname + location.search)) return null;
  return prefetchedRoute(path) ? path : null;
}

/** Returns the bytes transferred. */
function loadImage(path: string, image: ProductImage, isWanted: boolean): Promise<number> {
  const source = galleryImageSource(image);
  return prefetchImage({ id: image.id, page: dataPath(path), ...source }, isWanted);
}

/** Only a product's page has one. */
function firstImage(path: string, data: unknown): ProductImage | undefined {
  const { pathname, search } = new URL(path, location.href);
  if (!PRODUCT.test(pathname)) return undefined;
  const { product } = (data ?? {}) as { product?: ProductSummary };
  return product && firstShownImage(product, search);
}

const idle = () => new Promise<void>((resolve) => void whenIdle(resolve, 3_000));

const loaded = () =>
  new Promise<void>((resolve) => {
    if (document.readyState === "complete") resolve();
    else addEventListener("load", () => resolve(), { once: true });
  });

/** Loads one link at a time while idle: all data, then images, up to `MAX_IDLE_BYTES`. Returns a stop function. */
function prefetchInView(pathname: string, onRoute: (path: string) => void): () => void {
  const inView = new Set<string>();
  /** Null when the page has no first image or it has been loaded. */
  const images = new Map<string, ProductImage | null>();
  let bytes = 0;
  let imageBytes = USUAL_IMAGE_BYTES;
  let isRunning = false;
  let isOver = false;

  /** Returns false when nothing is left. */
  async function loadNext(): Promise<boolean> {
    const withoutData = [...inView].find((path) => !images.has(path));
    if (withoutData !== undefined) {
      onRoute(withoutData);
      const page = await prefetchData(withoutData);
      images.set(withoutData, firstImage(withoutData, page?.value) ?? null);
      bytes += page?.bytes ?? 0;
      return bytes < MAX_IDLE_BYTES;
    }
    const withImage = [...inView].find((path) => images.get(path));
    const image = withImage && images.get(withImage);
    if (!image || bytes + imageBytes > MAX_IDLE_BYTES) return false;
    images.set(withImage, null);
    const loadedBytes = await loadImage(withImage, image, false);
    imageBytes = Math.max(imageBytes, loadedBytes);
    bytes += loadedBytes;
    return true;
  }

  async function run(): Promise<void> {
    if (isRunning) return;
    isRunning = true;
    let isMore = true;
    while (isMore) {
      await idle();
      isMore = !isOver && mayPrefetch() && (await loadNext());
    }
    isRunning = false;
  }

  let stopWatching = () => {};
  const begin = setTimeout(async () => {
    await loaded();
    if (!isOver) stopWatching = watchLinks(pathname, inView, () => void run());
  }, QUIET_MS);
  return () => {
    isOver = true;
    clearTimeout(begin);
    stopWatching();
  };
}

/** Watches links in view; on a product's page only those to other products. */
function watchLinks(pathname: string, inView: Set<string>, onChange: () => void): () => void {
  const main = document.querySelector("main");
  const observer = new IntersectionObserver((entries) => {
    for (const { target, isIntersecting } of entries) {
      const path = pathOf(target as HTMLAnchorElement);
      if (!path) continue;
      if (isIntersecting) inView.add(path);
      else inView.delete(path);
    }
    onChange();
  });
  const watched = new WeakSet<Element>();
  const watch = () => {
    for (const link of main?.querySelectorAll<HTMLAnchorElement>("a[href]") ?? []) {
      const path = pathOf(link);
      if (watched.has(link) || !path) continue;
      // A color's link shares the data of the product's link.
      if (dataPath(path) !== path || (PRODUCT.test(pathname) && !PRODUCT.test(path))) continue;
      watched.add(link);
      observer.observe(link);
    }
  };
  watch();
  const changes = new MutationObserver(watch);
  if (main) changes.observe(main, { childList: true, subtree: true });
  return () => {
    observer.disconnect();
    changes.disconnect();
  };
}

const INTENTS = ["pointerover", "pointerdown", "focusin"] as const;

/** Reports links that are hovered, touched or focused. */
function watchIntent(onIntent: (path: string) => void): () => void {
  const hear = ({ target }: Event) => {
    const link = target instanceof Element ? target.closest<HTMLAnchorElement>("a[href]") : null;
    const path = link && pathOf(link);
    if (path && mayPrefetch() && !MEASURING.test(location.pathname)) onIntent(path);
  };
  for (const intent of INTENTS) document.addEventListener(intent, hear, { passive: true });
  return () => {
    for (const intent of INTENTS) document.removeEventListener(intent, hear);
  };
}

/** Runs the next page's modules, so that it only has to render. */
async function evaluatePreloaded(): Promise<void> {
  const links = document.querySelectorAll<HTMLLinkElement>('link[rel="modulepreload"]');
  for (const { href } of [...links]) {
    await idle();
    await import(/* @vite-ignore */ href).catch(() => undefined);
  }
}

/** Returns one path for each route whose modules to preload. */
function withRouteOf(paths: readonly string[], path: string): readonly string[] {
  const route = prefetchedRoute(path);
  return paths.some((each) => prefetchedRoute(each) === route) ? paths : [...paths, path];
}

/**
 * Prefetches links in view while idle; hovered, touched or focused ones at once. Then revalidates a page
 * opened so.
 */
export function PrefetchLinks() {
  const { pathname, search, key } = useLocation();
  const { location: opening } = useNavigation();
  const { revalidate } = useRevalidator();
  const [paths, setPaths] = useState<readonly string[]>([]);

  useEffect(
    () =>
      watchIntent((path) => {
        setPaths((before) => withRouteOf(before, path));
        void prefetchData(path).then((page) => {
          const image = firstImage(path, page?.value);
          if (image) void loadImage(path, image, true);
        });
      }),
    [],
  );

  // biome-ignore lint/correctness/useExhaustiveDependencies: each navigation restarts it
  useEffect(() => {
    if (opening) {
      pauseImages(dataPath(opening.pathname));
      return;
    }
    resumeImages();
    if (STORED_LISTS.test(pathname) || MEASURING.test(pathname)) return;
    return prefetchInView(pathname, (path) => setPaths((before) => withRouteOf(before, path)));
  }, [key, opening]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: each navigation restarts it
  useEffect(() => {
    const check = setTimeout(async () => {
      if (await hasChangedSince(pathname + search)) void revalidate();
    }, CHECK_MS);
    return () => clearTimeout(check);
  }, [key]);

  useEffect(() => {
    if (paths.length > 0) void evaluatePreloaded();
  }, [paths]);

  return paths.map((path) => <PrefetchPageLinks key={path} page={path} />);
}
