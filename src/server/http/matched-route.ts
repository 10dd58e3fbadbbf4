import { LRUCache } from "lru-cache";
import type { RouteObject } from "react-router";
import { matchPath, matchRoutes } from "react-router";

/** A route's pattern ("product/:id/inquiry"); "*" for unknown. */
export type MatchedRoute = (pathname: string) => string;

/** A route as React Router's build lists it. */
type BuiltRoute = { id: string; parentId?: string; path?: string; index?: boolean };

const MAX_STORED_PATHS = 5_000;

/** Strips the suffix of data requests as React Router's server does. */
function pagePathOf(pathname: string): string {
  return pathname.endsWith("/_.data")
    ? pathname.replace(/_\.data$/, "")
    : pathname.replace(/\.data$/, "");
}

/** The decoded parameters of a path under its route's pattern. The path is one that `validateUrl` calls good. */
export function pathParamsOf(
  pattern: string,
  pathname: string,
): Readonly<Record<string, string | undefined>> {
  const { params = {} } = matchPath(`/${pattern}`, pagePathOf(pathname)) ?? {};
  return Object.fromEntries(
    Object.entries(params).map(([name, value = ""]) => [name, decodeURIComponent(value)]),
  );
}

const isStatic = (segment: string) => /^[^:*?]+$/.test(segment);

/** Groups routes by the first segment of their pattern, "" for a leading parameter, so that few are compared. */
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
 * Matches like React Router's server: ignores case, percent-encoding and `.data`. Compares only routes of the
 * path's first segment, because the router ranks all routes per path.
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
