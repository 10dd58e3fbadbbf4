import type { RefObject } from "react";
import { useEffect } from "react";

/** Runs `onNear` (stable) within `ahead` (a CSS length) of the viewport. */
export function useNearView(
  element: RefObject<Element | null>,
  onNear: () => void,
  ahead: string,
): void {
  useEffect(() => {
    if (!element.current) return;
    const observer = new IntersectionObserver(
      (entries) => {
        if (!entries.some((entry) => entry.isIntersecting)) return;
        observer.disconnect();
        onNear();
      },
      { rootMargin: `${ahead} 0px` },
    );
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [element, onNear, ahead]);
}
