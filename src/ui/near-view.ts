import { useEffect, useRef, useState } from "react";
import { useLazyPart } from "./hydration.ts";

/**
 * Loads a part (`load` is stable) once the element with `ref` is within `ahead`, a CSS length, of the viewport; null until then. A press
 * on what stands there before may request it.
 */
export function usePartInView<Part>(load: () => Promise<Part>, ahead: string) {
  const { part, request } = useLazyPart(load);
  const [failed, setFailed] = useState(false);
  const ref = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!ref.current) return;
    const observer = new IntersectionObserver(
      (entries) => {
        if (!entries.some((entry) => entry.isIntersecting)) return;
        observer.disconnect();
        void request().then((arrived) => setFailed(!arrived));
      },
      { rootMargin: `${ahead} 0px` },
    );
    observer.observe(ref.current);
    return () => observer.disconnect();
  }, [request, ahead]);
  return { part, ref, failed, request };
}
