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

const isStatic = (segment: string) => /^[^:*?]+$/.test(segment);

/** The routes by the first segment of their whole pattern; those that begin with a parameter under "". */
function groupRoutes(routes: readonly BuiltRoute[]): Map<string, RouteObject[]> {
  const byId = new Map(routes.map((route) => [route.id, route]));
  const patternOf = ({ parentId = "", path = "" }: BuiltRoute): string => {
    const parent = byId.get(parentId);
    return [parent ? patternOf(parent) : "", path].filter(Boolean).join("/");
  };
  const groups = new Map<string, RouteObject[]>();
  for (const route of routes) {
    if (!route.path && !route.index) continue;
    const pattern = patternOf(route);
    const [first = ""] = pattern.split("/");
    const key = isStatic(first) ? first.toLowerCase() : "";
    groups.set(key, [...(groups.get(key) ?? []), { id: route.id, path: pattern }]);
  }
  return groups;
}

/**
 * Matches paths like React Router's server: without regard to capitals and percent-encoding, and a page's data like the
 * page. A rule about one spelling of a path would not hold for the others. Only routes with the path's first segment are
 * compared, because the router ranks all routes anew for every path.
 */
export function createMatchedRoute(routes: readonly BuiltRoute[]): MatchedRoute {
  const groups = groupRoutes(routes);
  const known = new LRUCache<string, string>({ max: MAX_STORED_PATHS });
  return (pathname) => {
    const stored = known.get(pathname);
    if (stored !== undefined) return stored;
    const path = pagePathOf(pathname);
    const first = decodeURIComponent(path.split("/")[1] ?? "").toLowerCase();
    const candidates = [...(groups.get(first) ?? []), ...(first ? (groups.get("") ?? []) : [])];
    const found = matchRoutes(candidates, path)?.at(-1)?.route.path ?? "*";
    known.set(pathname, found);
    return found;
  };
}
