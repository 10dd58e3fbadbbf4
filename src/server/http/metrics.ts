import type { PageCacheStats } from "../page-cache/page-cache.ts";
import type { AdmissionStats } from "./admission.ts";

export type Metrics = {
  count(status: number, durationMs: number): void;
  text(cache: PageCacheStats, admission: AdmissionStats): string;
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
    text(cache, admission) {
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
        line("shop_refused_total", "counter", "Requests refused for want of capacity.", [
          `shop_refused_total ${admission.refused}`,
        ]),
        line("shop_requests", "gauge", "Requests in progress and waiting, and their limit.", [
          `shop_requests{state="in_progress"} ${admission.inProgress}`,
          `shop_requests{state="waiting"} ${admission.waiting}`,
          `shop_requests{state="limit"} ${admission.limit}`,
        ]),
        line("shop_event_loop_delay_seconds", "gauge", "Longest delay of the last moment.", [
          `shop_event_loop_delay_seconds ${admission.eventLoopDelayMs / 1_000}`,
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
