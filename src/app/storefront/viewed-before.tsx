import { useEffect } from "react";
import { remembersPieces } from "#features/catalog/viewed/remember-viewed.browser.ts";
import { useLazyPart } from "#ui/use-lazy-part.ts";

const loadRecentlyViewed = () =>
  import("#features/catalog/components/recently-viewed.tsx").then(
    (module) => module.RecentlyViewed,
  );

/** Where a page has nothing of its own to show: the pieces this browser remembers, downloaded only when there are any. */
export function ViewedBefore({ className }: { className?: string }) {
  const { part: RecentlyViewed, request } = useLazyPart(loadRecentlyViewed);
  useEffect(() => {
    if (remembersPieces()) void request();
  }, [request]);
  return RecentlyViewed && <RecentlyViewed {...(className ? { className } : {})} />;
}
