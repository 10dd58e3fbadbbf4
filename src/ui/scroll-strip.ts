import type { RefObject } from "react";
import { useEffect, useRef } from "react";

/**
 * A strip of links that scrolls sideways, with its open link in the middle whenever `open` changes. Otherwise it stays as the
 * person left it.
 */
export function useOpenLinkInView<Strip extends HTMLElement>(
  open: string,
): RefObject<Strip | null> {
  const strip = useRef<Strip>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once per open link
  useEffect(() => {
    const link = strip.current?.querySelector("[aria-current=page]");
    if (!strip.current || !link) return;
    const outer = strip.current.getBoundingClientRect();
    const inner = link.getBoundingClientRect();
    // Moves only the strip: scrollIntoView would also move the page.
    const middle = inner.left - outer.left + inner.width / 2;
    strip.current.scrollBy({ left: middle - outer.width / 2 });
  }, [open]);
  return strip;
}
