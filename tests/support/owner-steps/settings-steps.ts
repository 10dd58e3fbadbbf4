import { restoreSettingsVersion } from "#features/base/settings/restore-settings-version.server.ts";
import { SETTINGS_DEFAULTS } from "#features/base/settings/settings-sections.ts";
import type { OwnerBench, Step } from "./owner-bench.ts";

const [method] = SETTINGS_DEFAULTS.shipping.methods;

export function settingsSteps(bench: OwnerBench): Step[] {
  return [
    {
      what: "general settings",
      by: "settings/save-settings",
      page: () => "/shop",
      write: () =>
        bench.settings("general", { ...SETTINGS_DEFAULTS.general, siteName: "Berbice House" }),
      shows: () => "Berbice House",
    },
    {
      what: "the footer",
      by: "settings/save-settings",
      page: () => "/shop",
      write: () => bench.settings("footer", { links: [{ text: "Our looms", url: "/about" }] }),
      shows: () => "Our looms",
    },
    {
      what: "what search engines are told",
      by: "settings/save-settings",
      page: () => "/shop",
      write: () =>
        bench.settings("seo", {
          ...SETTINGS_DEFAULTS.seo,
          googleVerification: "token-of-ours",
          socialImageId: bench.there.social,
        }),
      shows: () => "token-of-ours",
    },
    {
      what: "ways of shipping",
      by: "settings/save-settings",
      page: () => "/shipping",
      write: () => bench.settings("shipping", { methods: [{ ...method, label: "By canoe" }] }),
      shows: () => "By canoe",
    },
    {
      what: "the announcement",
      by: "settings/save-settings",
      page: () => "/shop",
      write: () => bench.settings("announcement", { text: "Closed for Mashramani" }),
      shows: () => "Closed for Mashramani",
    },
    {
      what: "another announcement",
      by: "settings/save-settings",
      page: () => "/shop",
      write: () => bench.settings("announcement", { text: "Open again" }),
      shows: () => "Open again",
    },
    {
      what: "an earlier announcement",
      by: "settings/restore-settings-version",
      page: () => "/shop",
      write: async () =>
        restoreSettingsVersion(bench.deps(), {
          actor: bench.actor(),
          entryId: await bench.latest(),
          version: 2,
        }),
      shows: () => "Closed for Mashramani",
    },
    {
      what: "the cart's words",
      by: "settings/save-settings",
      page: () => "/shop",
      write: () =>
        bench.settings("cart", { ...SETTINGS_DEFAULTS.cart, footerText: "Thirty days to return" }),
      shows: () => "Thirty days to return",
    },
  ];
}
