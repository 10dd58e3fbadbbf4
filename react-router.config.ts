import type { Config } from "@react-router/dev/config";

export default {
  appDirectory: "src/app",
  buildDirectory: "build",
  ssr: true,
  // The small route table is sent once, which saves weak networks a manifest request on every page.
  routeDiscovery: { mode: "initial" },
} satisfies Config;
