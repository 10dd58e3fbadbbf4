import type { RefObject } from "react";
import { useEffect, useRef } from "react";

/**
 * A strip of links that scrolls sideways, so that its open link is in view. `page` changes with it: the strip's own position stays
 * as the person left it otherwise.
 */
export function useOpenLinkInView<Strip extends HTMLElement>(
  page: string,
): RefObject<Strip | null> {
  const strip = useRef<Strip>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once per page
  useEffect(() => {
    const open = strip.current?.querySelector<HTMLElement>("[aria-current=page]");
    if (!strip.current || !open) return;
    const { left } = strip.current.getBoundingClientRect();
    strip.current.scrollLeft +=
      open.getBoundingClientRect().left - left - strip.current.clientWidth / 3;
  }, [page]);
  return strip;
}
