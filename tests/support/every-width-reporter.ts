import { readdirSync } from "node:fs";
import { basename } from "node:path";
import type { FullResult, Reporter, Suite, TestCase, TestResult } from "@playwright/test/reporter";
import type { RouteConfigEntry } from "@react-router/dev/routes";
import { matchPath } from "react-router";
import routeTable from "#app/routes.ts";
import { FITS } from "./browser/every-width.ts";

/** Pages that show nothing of their own. */
const WITHOUT_PAGE: ReadonlySet<string> = new Set([
  "/*",
  "/product/:id/:slug",
  "/products/:id",
  "/session",
]);

/** The patterns of all pages; modules without markup are resources. */
function pagePatterns(table: readonly RouteConfigEntry[]): string[] {
  return table.flatMap(({ children, file, path = "" }) => {
    if (children) return pagePatterns(children);
    const pattern = `/${path}`;
    return file.endsWith(".tsx") && !WITHOUT_PAGE.has(pattern) ? [pattern] : [];
  });
}

/** Fails a whole run in which no test saw a page at every width. */
export default class EveryWidthReporter implements Reporter {
  #isWhole = false;
  /** Listing tests runs none. */
  #hasRun = false;
  readonly #found = new Set<string>();

  onBegin(_config: unknown, suite: Suite): void {
    const files = new Set(suite.allTests().map(({ location }) => basename(location.file)));
    const specs = readdirSync("tests/e2e").filter((name) => name.endsWith(".spec.ts"));
    this.#isWhole = specs.every((name) => files.has(name));
  }

  onTestEnd(_test: TestCase, { annotations }: TestResult): void {
    this.#hasRun = true;
    for (const { description, type } of annotations) {
      if (type === FITS && description) this.#found.add(description);
    }
  }

  async onEnd({ status }: FullResult): Promise<{ status?: FullResult["status"] }> {
    const patterns = pagePatterns(routeTable as RouteConfigEntry[]);
    // A fixed path is no example of a pattern.
    const isFixed = (path: string) => patterns.includes(path);
    const missing = patterns.filter(
      (pattern) =>
        ![...this.#found].some(
          (path) => matchPath(pattern, path) && (path === pattern || !isFixed(path)),
        ),
    );
    if (!this.#isWhole || !this.#hasRun || status !== "passed" || missing.length === 0) return {};
    console.log(`== no test saw these pages at every width: ${missing.join(", ")}`);
    return { status: "failed" };
  }

  printsToStdio(): boolean {
    return false;
  }
}
