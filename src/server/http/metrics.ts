import type { PageCacheStats } from "../page-cache/page-cache.ts";

export type Metrics = {
  count(status: number, durationMs: number): void;
  text(cache: PageCacheStats): string;
};

const BOUNDS_S = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

function line(name: string, type: string, help: string, samples: readonly string[]): string {
  return [`# HELP ${name} ${help}`, `# TYPE ${name} ${type}`, ...samples, ""].join("\n");
}

/** The page cache counts its own pages. */
export function createMetrics(): Metrics {
  const statuses = new Map<number, number>();
  const buckets = BOUNDS_S.map(() => 0);
  let total = 0;
  let sumS = 0;
  return {
    count(status, durationMs) {
      const seconds = durationMs / 1_000;
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
      total += 1;
      sumS += seconds;
      for (const [index, bound] of BOUNDS_S.entries()) {
        if (seconds <= bound) buckets[index] = (buckets[index] ?? 0) + 1;
      }
    },
    text(cache) {
      const { user, system } = process.cpuUsage();
      const requests = [...statuses].map(
        ([status, count]) => `shop_requests_total{status="${status}"} ${count}`,
      );
      const durations = BOUNDS_S.map(
        (bound, index) => `shop_request_seconds_bucket{le="${bound}"} ${buckets[index] ?? 0}`,
      );
      return [
        line("shop_requests_total", "counter", "Answers beside the page cache.", requests),
        line("shop_request_seconds", "histogram", "Time to answer beside the page cache.", [
          ...durations,
          `shop_request_seconds_bucket{le="+Inf"} ${total}`,
          `shop_request_seconds_sum ${sumS}`,
          `shop_request_seconds_count ${total}`,
        ]),
        line("shop_page_cache_total", "counter", "Answers of the page cache.", [
          `shop_page_cache_total{state="hit"} ${cache.hits}`,
          `shop_page_cache_total{state="miss"} ${cache.misses}`,
          `shop_page_cache_total{state="stale"} ${cache.stale}`,
        ]),
        line("shop_page_cache_entries", "gauge", "Pages held.", [
          `shop_page_cache_entries ${cache.entries}`,
        ]),
        line("shop_page_cache_bytes", "gauge", "Memory of the pages held.", [
          `shop_page_cache_bytes ${cache.bytes}`,
        ]),
        line("process_cpu_seconds_total", "counter", "Processor time.", [
          `process_cpu_seconds_total ${(user + system) / 1_000_000}`,
        ]),
        line("process_resident_memory_bytes", "gauge", "Resident memory.", [
          `process_resident_memory_bytes ${process.memoryUsage.rss()}`,
        ]),
        line("process_uptime_seconds", "gauge", "Time since the start.", [
          `process_uptime_seconds ${Math.round(process.uptime())}`,
        ]),
      ].join("");
    },
  };
}
