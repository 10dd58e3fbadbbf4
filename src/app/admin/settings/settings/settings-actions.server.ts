import { z } from "zod";
import type { TabRequest } from "#app/components/admin/tab-request.server.ts";
import type { ActionContext, SubjectActions } from "#app/web/admin-action.server.ts";
import { adminAction } from "#app/web/admin-action.server.ts";
import { refuse } from "#app/web/require-admin.server.ts";
import { listMedia } from "#features/base/media/media-queries.server.ts";
import { getAdminSettings } from "#features/base/settings/admin-settings-queries.server.ts";
import type { PaymentState } from "#features/base/settings/payment-state-queries.server.ts";
import { getPaymentState } from "#features/base/settings/payment-state-queries.server.ts";
import {
  removeStripeKeys,
  saveSettingsAndKeys,
  saveStripeKeys,
} from "#features/base/settings/save-stripe-keys.server.ts";
import type { SettingsTab } from "#features/base/settings/setting-description.ts";
import type { AdminSettings } from "#features/base/settings/settings-form.ts";
import { settingsForm } from "#features/base/settings/settings-form.ts";
import { readSettingsTab } from "#features/base/settings/settings-sections.ts";
import { shownStripeMode, stripeKeysInput } from "#features/base/settings/stripe-keys.ts";
import { verifyStripeKeys } from "#features/base/settings/verify-stripe-keys.server.ts";
import { settingsDoneMessage, settingsRefusal, verifiedMessage } from "./settings-messages.ts";

/** Opens the image library without JavaScript. */
const CHOOSE_IMAGE = "choose";

/** `settings` is null when loading failed. */
export type SettingsContent = {
  tab: SettingsTab;
  settings: AdminSettings | null;
  payments: PaymentState | null;
  /** Null unless the URL requests the library. */
  images: readonly { id: string; name: string }[] | null;
};

async function listImages({ deps, actor, params }: TabRequest): Promise<SettingsContent["images"]> {
  if (!params.has(CHOOSE_IMAGE)) return null;
  const filter = { search: "", page: 1, show: "image" } as const;
  const list = await listMedia(deps.db, { actor, filter });
  return list.ok ? list.value.rows.map(({ id, name }) => ({ id, name })) : [];
}

export async function loadSettings(request: TabRequest): Promise<SettingsContent> {
  const { deps, actor, params } = request;
  const tab = readSettingsTab(params);
  try {
    const settings = await getAdminSettings(deps.db, { actor });
    const payments = await getPaymentState(deps, { actor });
    if (!settings.ok || !payments.ok) return refuse();
    const images = await listImages(request);
    return { tab, settings: settings.value, payments: payments.value, images };
  } catch (error) {
    if (error instanceof Response) throw error;
    deps.logger.error({ err: error }, "admin: settings not loaded");
    return { tab, settings: null, payments: null, images: null };
  }
}

async function storedForm({ deps, actor }: ActionContext) {
  const settings = await getAdminSettings(deps.db, { actor });
  return settings.ok ? settingsForm(settings.value) : refuse();
}

const version = z.number().int().nonnegative();
const versions = z.object({ integrations: version });
const keysForm = z
  .object({
    version: versions,
    integrations: z
      .object({ publishableKey: z.string().default(""), secretKey: z.string().default("") })
      .default({ publishableKey: "", secretKey: "" }),
  })
  .transform(({ version, integrations }, context) => {
    const keys = stripeKeysInput.safeParse({ ...integrations, version: version.integrations });
    if (keys.success) return keys.data;
    context.addIssue({ code: "custom", path: ["integrations"], message: "Too long" });
    return z.NEVER;
  });

/** The secret key never returns to the browser (decision D5). */
const isSecret = (name: string, value: string) =>
  name === "integrations.secretKey" || /(?:sk|rk)_(?:test|live)_/.test(value);

export const settingsActions: SubjectActions = {
  refusal: settingsRefusal,
  actions: {
    "save-settings": adminAction({
      schema: storedForm,
      isSecret,
      run: (input, { deps, actor }) => saveSettingsAndKeys(deps, { actor, ...input }),
      done: () => ({ notice: settingsDoneMessage("saved") }),
    }),
    "save-stripe-keys": adminAction({
      schema: keysForm,
      isSecret,
      run: (keys, { deps, actor }) => saveStripeKeys(deps, { actor, ...keys }),
      done: (_, { publishableKey }) => ({
        notice: settingsDoneMessage("keys", shownStripeMode(publishableKey)),
      }),
    }),
    "remove-stripe-keys": adminAction({
      schema: z.object({ version: versions }),
      isSecret,
      run: ({ version: { integrations } }, { deps, actor }) =>
        removeStripeKeys(deps, { actor, version: integrations }),
      done: () => ({ notice: settingsDoneMessage("keys_removed") }),
    }),
    "verify-stripe-keys": adminAction({
      schema: z.object({ version: versions }),
      isSecret,
      run: ({ version: { integrations } }, { deps, actor }) =>
        verifyStripeKeys(deps, { actor, version: integrations }),
      done: (verified) => ({ notice: verifiedMessage(verified) }),
    }),
  },
};
