import type { Config } from "@react-router/dev/config";

export default {
  appDirectory: "src/app",
  buildDirectory: "build",
  ssr: true,
  // The small route table saves a manifest request per page.
  routeDiscovery: { mode: "initial" },
  // Files of their own for a route's loader or action in the browser make this table 400 bytes larger, and the data of pages that
  // have one is prefetched (ADR 0022).
  splitRouteModules: false,
} satisfies Config;
