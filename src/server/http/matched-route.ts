import { LRUCache } from "lru-cache";
import type { RouteObject } from "react-router";
import { matchRoutes } from "react-router";

/** A route's pattern, such as "product/:id/inquiry"; "*" for an unknown path. */
export type MatchedRoute = (pathname: string) => string;

/** As in React Router's build. */
type BuiltRoute = { id: string; parentId?: string; path?: string; index?: boolean };

const MAX_STORED_PATHS = 5_000;

/** As React Router's server derives it from a request for data. */
function pagePathOf(pathname: string): string {
  return pathname.endsWith("/_.data")
    ? pathname.replace(/_\.data$/, "")
    : pathname.replace(/\.data$/, "");
}

function childrenOf(routes: readonly BuiltRoute[], parentId: string | undefined): RouteObject[] {
  return routes
    .filter((route) => route.parentId === parentId)
    .map(({ id, index, path }) =>
      index ? { id, index, path } : { id, path, children: childrenOf(routes, id) },
    );
}

/**
 * Matches paths like React Router's server: without regard to capitals and percent-encoding, and a page's data like the
 * page. A rule about one spelling of a path would not hold for the others.
 */
export function createMatchedRoute(routes: readonly BuiltRoute[]): MatchedRoute {
  const tree = childrenOf(routes, undefined);
  const known = new LRUCache<string, string>({ max: MAX_STORED_PATHS });
  return (pathname) => {
    const stored = known.get(pathname);
    if (stored !== undefined) return stored;
    const matches = matchRoutes(tree, pagePathOf(pathname));
    const found = matches ? matches.flatMap(({ route }) => route.path || []).join("/") : "*";
    known.set(pathname, found);
    return found;
  };
}
