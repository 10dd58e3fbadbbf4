import type { Config } from "@react-router/dev/config";

export default {
  appDirectory: "src/app",
  buildDirectory: "build",
  ssr: true,
  // The small route table saves a manifest request per page.
  routeDiscovery: { mode: "initial" },
} satisfies Config;
