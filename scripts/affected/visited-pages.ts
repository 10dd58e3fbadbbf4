import type { RouteConfigEntry } from "@react-router/dev/routes";
import { matchPath } from "react-router";

export type PageRoute = { pattern: string; file: string };

/** The URL pattern and the module of every route, also of the layouts around it. */
export function listPageRoutes(
  table: readonly RouteConfigEntry[],
  layouts: readonly string[] = [],
): PageRoute[] {
  return table.flatMap(({ children, file, path = "" }) => {
    const around = [...layouts, file];
    if (children) return listPageRoutes(children, around);
    return around.map((each) => ({ pattern: `/${path}`, file: `src/app/${each}` }));
  });
}

/** Pages that tests open through a helper function instead of a path of their own. */
const PAGES_OF_HELPERS: Readonly<Record<string, readonly string[]>> = {
  openProduct: ["/product/0"],
  productPath: ["/product/0"],
  pathOfProduct: ["/product/0"],
  addToCart: ["/product/0"],
  haveInCart: ["/cart"],
  goToPayment: ["/checkout", "/checkout/test-payment/0"],
  openPayment: ["/checkout", "/checkout/test-payment/0"],
  addSuitToCart: ["/product/0/made-to-measure"],
  openPattern: ["/admin/patterns/0"],
  sendLinks: ["/profile/measurements/links"],
  agreeOnPhone: ["/measure/0"],
};

/** Paths in quotes, with a placeholder for every value that is put in. */
function readPaths(text: string): string[] {
  const quoted = text.matchAll(/["'`](?:\$\{[\w.]+\})?(\/[^"'`\s]*)["'`]/g);
  const paths = [...quoted].map(([, path = ""]) =>
    path.replace(/\$\{[^}]*\}/g, "0").replace(/[?#].*$/, ""),
  );
  const helpers = Object.entries(PAGES_OF_HELPERS)
    .filter(([name]) => new RegExp(`\\b${name}\\(`).test(text))
    .flatMap(([, pages]) => pages);
  return paths.concat(helpers);
}

/** The patterns of the routes whose pages a test's text names. A page that is reached by a link alone is not found. */
export function visitedPatterns(text: string, patterns: readonly string[]): string[] {
  const paths = readPaths(text);
  const isFixed = (path: string) => patterns.includes(path);
  return [...new Set(patterns)].filter((pattern) =>
    paths.some((path) => path === pattern || (!isFixed(path) && matchPath(pattern, path))),
  );
}
