import { refuse } from "#app/auth/require-admin.server.ts";
import type { AdminSettings } from "#features/settings/admin-settings.ts";
import { getAdminSettings } from "#features/settings/admin-settings-queries.server.ts";
import type { TabRequest } from "../tab-request.server.ts";
import type { SettingsPart } from "./settings-address.ts";
import { readSettingsPart } from "./settings-address.ts";
import { readDone } from "./settings-answer.ts";

/** What the Site Settings tab shows; `settings` is null when they could not be loaded. */
export type SettingsContent = {
  part: SettingsPart;
  settings: AdminSettings | null;
  /** What was done by a form without script. */
  done: ReturnType<typeof readDone>;
};

/** Loads the Site Settings tab. */
export async function loadSettings({ deps, actor, params }: TabRequest): Promise<SettingsContent> {
  const part = readSettingsPart(params);
  const done = readDone(params);
  try {
    const settings = await getAdminSettings(deps.db, { actor });
    return settings.ok ? { part, done, settings: settings.value } : refuse();
  } catch (error) {
    if (error instanceof Response) throw error;
    deps.logger.error({ err: error }, "admin: settings not loaded");
    return { part, done, settings: null };
  }
}
