import { useEffect } from "react";
import { useLazyPart } from "#ui/hydration.ts";
import { hasViewedProducts } from "./remember-viewed.browser.ts";

const loadRecentlyViewed = () =>
  import("./recently-viewed.tsx").then((module) => module.RecentlyViewed);

/** Recently viewed products for a page without content of its own; downloaded only when there are any. */
export function ViewedBefore({ className }: { className?: string }) {
  const { part: RecentlyViewed, request } = useLazyPart(loadRecentlyViewed);
  useEffect(() => {
    if (hasViewedProducts()) void request();
  }, [request]);
  return RecentlyViewed && <RecentlyViewed {...(className ? { className } : {})} />;
}
