import { useEffect } from "react";
import { useLazyPart } from "#ui/hydration.ts";
import { hasViewedProducts } from "./remember-viewed.browser.ts";

const loadRecentlyViewed = () =>
  import("./recently-viewed.tsx").then((module) => module.RecentlyViewed);

/** Where a page has nothing of its own to show: the pieces this browser remembers, downloaded only when there are any. */
export function ViewedBefore({ className }: { className?: string }) {
  const { part: RecentlyViewed, request } = useLazyPart(loadRecentlyViewed);
  useEffect(() => {
    if (hasViewedProducts()) void request();
  }, [request]);
  return RecentlyViewed && <RecentlyViewed {...(className ? { className } : {})} />;
}
