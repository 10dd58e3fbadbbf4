import type { RefObject } from "react";
import { useEffect } from "react";

/** About a screen ahead, so that what is fetched has mostly come before it is reached. */
const AHEAD = "700px 0px";

/** Calls `onNear` once the element comes near what is seen; `onNear` has to be the same function in every render. */
export function useNearView(element: RefObject<Element | null>, onNear: () => void): void {
  useEffect(() => {
    if (!element.current) return;
    const observer = new IntersectionObserver(
      (entries) => {
        if (!entries.some((entry) => entry.isIntersecting)) return;
        observer.disconnect();
        onNear();
      },
      { rootMargin: AHEAD },
    );
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [element, onNear]);
}
