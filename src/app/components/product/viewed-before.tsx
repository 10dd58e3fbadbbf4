import { useEffect } from "react";
import { useLazyPart } from "#ui/hydration.ts";
import { hasViewedProducts } from "./remember-viewed.browser.ts";

const loadRecentlyViewed = () =>
  import("./recently-viewed.tsx").then((module) => module.RecentlyViewed);

/** Downloads the list only when there is one. */
export function ViewedBefore({ className }: { className?: string }) {
  const { part: RecentlyViewed, request } = useLazyPart(loadRecentlyViewed);
  useEffect(() => {
    if (hasViewedProducts()) void request();
  }, [request]);
  return RecentlyViewed && <RecentlyViewed {...(className ? { className } : {})} />;
}
