import type { ReactNode } from "react";
import { useEffect, useState } from "react";
import { useLocation, useNavigation } from "react-router";
import { SkeletonProduct } from "#ui/skeleton.tsx";

/** A page that comes sooner than this needs no skeleton: it would only flash. */
const PATIENCE_MS = 150;

/** Whether the shopper is on the way to another product and has waited for a moment. */
function useLateProduct(): boolean {
  const { pathname } = useLocation();
  const { location } = useNavigation();
  const target = location?.pathname ?? pathname;
  const coming = target !== pathname && /^\/product\/[^/]+$/.test(target);
  const [late, setLate] = useState(false);
  useEffect(() => {
    if (!coming) return;
    const timer = setTimeout(() => {
      setLate(true);
      // The router kept the place on the page left behind when the navigation began.
      window.scrollTo(0, 0);
    }, PATIENCE_MS);
    return () => {
      clearTimeout(timer);
      setLate(false);
    };
  }, [coming]);
  return coming && late;
}

/** The frame's page, or the shape of a product while one is on its way; the page left behind keeps its state until it has come. */
export function PendingProduct({ children }: { children: ReactNode }) {
  const late = useLateProduct();
  return (
    <>
      {late && (
        <div className="shell min-h-dvh pb-16 md:pt-10">
          <SkeletonProduct label="Loading product" />
        </div>
      )}
      <div hidden={late}>{children}</div>
    </>
  );
}
