import type { Config } from "@react-router/dev/config";

export default {
  appDirectory: "src/app",
  buildDirectory: "build",
  ssr: true,
  // The whole route table is small; sending it once saves weak networks a manifest request on every page.
  routeDiscovery: { mode: "initial" },
} satisfies Config;
