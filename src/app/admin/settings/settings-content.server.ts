import { refuse } from "#app/web/require-admin.server.ts";
import type { AdminSettings } from "#features/settings/admin-settings.ts";
import { getAdminSettings } from "#features/settings/admin-settings-queries.server.ts";
import type { PaymentState } from "#features/settings/payment-state-queries.server.ts";
import { getPaymentState } from "#features/settings/payment-state-queries.server.ts";
import type { TabRequest } from "../dashboard/tab-request.server.ts";
import { readDone } from "./settings-form-result.ts";
import type { SettingsPart } from "./settings-url.ts";
import { readSettingsPart } from "./settings-url.ts";

/** What the Site Settings tab shows; `settings` is null when they could not be loaded. */
export type SettingsContent = {
  part: SettingsPart;
  settings: AdminSettings | null;
  /** How payments are taken; null when that could not be loaded. */
  payments: PaymentState | null;
  /** What was done by a form without script. */
  done: ReturnType<typeof readDone>;
};

/** Loads the Site Settings tab. */
export async function loadSettings({ deps, actor, params }: TabRequest): Promise<SettingsContent> {
  const part = readSettingsPart(params);
  const done = readDone(params);
  try {
    const settings = await getAdminSettings(deps.db, { actor });
    const payments = await getPaymentState(deps, { actor });
    if (!settings.ok || !payments.ok) return refuse();
    return { part, done, settings: settings.value, payments: payments.value };
  } catch (error) {
    if (error instanceof Response) throw error;
    deps.logger.error({ err: error }, "admin: settings not loaded");
    return { part, done, settings: null, payments: null };
  }
}
