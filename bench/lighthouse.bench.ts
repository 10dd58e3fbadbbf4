import type { Run } from "./lighthouse/run-lighthouse.ts";
import { CATEGORIES, runLighthouse } from "./lighthouse/run-lighthouse.ts";
import type { Metric } from "./support/metric.ts";
import { median } from "./support/metric.ts";
import { unpin } from "./support/processor.ts";
import { startMeasuredShop } from "./support/shop.ts";

/** Lighthouse recommends the median of five. */
const RUNS = 5;
/** noindex costs a third of the score. */
const NOT_INDEXED = new Set(["search, seo", "inquiry, seo"]);

/** Prints each page's runs at once, because all pages together take half an hour. */
function notify(name: string, runs: readonly Run[]): void {
  const reported = runs.map(
    ({ scores, paintMs, blockedMs, machine }) =>
      `${scores.join("/")} (paint ${paintMs} ms, blocked ${blockedMs} ms, machine ${machine})`,
  );
  console.log(`  ${name}: ${reported.join(", ")}`);
}

async function measurePage(name: string, url: string): Promise<Metric[]> {
  const runs: Run[] = [];
  for (let run = 0; run < RUNS; run += 1) runs.push(await runLighthouse(url));
  notify(name, runs);
  const metrics = CATEGORIES.map((category, index) => ({
    subject: `${name}, ${category}`,
    value: median(runs.map(({ scores }) => scores[index] ?? 0)),
  }));
  return metrics.filter(({ subject }) => !NOT_INDEXED.has(subject));
}

/** Lighthouse's mobile scores, median of five. */
export async function measure(): Promise<Metric[]> {
  await using shop = await startMeasuredShop();
  // Each needs a core.
  unpin(process.pid);
  const address = `http://localhost:${shop.port}`;
  const listing = await (await fetch(`${address}/shop`)).text();
  const product = /\/product\/[0-9a-f-]{36}/.exec(listing)?.[0] ?? "/product/none";
  const pages = [
    ["home", "/"],
    ["shop", "/shop"],
    ["product", product],
    ["collection", "/collections/evening-elegance"],
    ["search", "/search?q=linen"],
    ["about", "/about"],
    ["contact", "/contact"],
    ["faq", "/faq"],
    ["shipping", "/shipping"],
    ["returns", "/returns"],
    ["privacy", "/privacy"],
    ["terms", "/terms"],
    ["inquiry", `${product}/inquiry`],
    ["measurement", "/measurement"],
    ["new-dawn", "/new-dawn"],
  ] as const;
  const metrics: Metric[] = [];
  for (const [name, path] of pages) metrics.push(...(await measurePage(name, address + path)));
  return metrics;
}
