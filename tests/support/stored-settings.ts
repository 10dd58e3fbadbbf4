import type { AdminSettings } from "#features/base/settings/settings-form.ts";
import { eachSection, SETTINGS_DEFAULTS } from "#features/base/settings/settings-sections.ts";

/** General settings saved three times, nothing else. */
export const storedSettings: AdminSettings = {
  values: SETTINGS_DEFAULTS,
  versions: { ...eachSection(() => 0), general: 3 },
  stripe: { version: 0, publishableKey: "", secretHint: null, mode: "test" },
};
