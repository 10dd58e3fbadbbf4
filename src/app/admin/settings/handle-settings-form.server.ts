import { data, redirect } from "react-router";
import { refuse } from "#app/web/require-admin.server.ts";
import { listMedia } from "#features/media/media-list-queries.server.ts";
import type { AdminSettings } from "#features/settings/admin-settings.ts";
import { getAdminSettings } from "#features/settings/admin-settings-queries.server.ts";
import { saveSettings } from "#features/settings/save-settings.server.ts";
import { saveStripeKeys } from "#features/settings/save-stripe-keys.server.ts";
import { settingsInput } from "#features/settings/settings-input.ts";
import { stripeKeysInput } from "#features/settings/stripe-keys.ts";
import { verifyStripeKeys } from "#features/settings/verify-stripe-keys.server.ts";
import { DASHBOARD_PATH } from "../dashboard/dashboard-tabs.ts";
import type { TabRequest } from "../dashboard/tab-request.server.ts";
import { editedLinks } from "./footer-edit.ts";
import type { PostedSettings } from "./read-settings-form.ts";
import { readSettingsForm } from "./read-settings-form.ts";
import { changedSections, problemsIn, toSave } from "./settings-draft.ts";
import type { SettingsFormResult } from "./settings-form-result.ts";
import { keysSaveFailedMessage, saveFailedMessage, verdictOf } from "./settings-messages.ts";
import { readSettingsPart, settingsQuery } from "./settings-url.ts";

type Asked = TabRequest & { stored: AdminSettings; posted: PostedSettings };

/** What to show instead of what is stored; nothing when everything was done. */
type Shown = Partial<SettingsFormResult>;

/** Saves what an inner tab's form holds and has changed; a refusal says why. */
async function saveSections({ deps, actor, stored, posted }: Asked): Promise<Shown | null> {
  const { values, versions } = posted;
  const changed = changedSections(values, stored);
  if (changed.length === 0) return null;
  const problems = problemsIn(values, changed);
  const body = settingsInput.safeParse(toSave(values, { ...stored, versions }, changed));
  if (!body.success) return { problems, refusal: saveFailedMessage("invalid") };
  const saved = await saveSettings(deps, { actor, sections: body.data });
  if (saved.ok) return null;
  if (saved.error === "forbidden") return refuse();
  return { refusal: saveFailedMessage(saved.error), isStale: saved.error === "conflict" };
}

async function saveKeys({ deps, actor, posted }: Asked): Promise<Shown | null> {
  const typed = stripeKeysInput.safeParse({ ...posted.keys, version: posted.keysVersion });
  if (!typed.success) return { refusal: keysSaveFailedMessage("bad_key") };
  const saved = await saveStripeKeys(deps, { actor, ...typed.data });
  if (saved.ok) return null;
  if (saved.error === "forbidden") return refuse();
  return { refusal: keysSaveFailedMessage(saved.error), isStale: saved.error === "conflict" };
}

const keysChanged = ({ stored, posted: { keys } }: Asked) =>
  keys.secretKey !== "" || keys.publishableKey !== stored.stripe.publishableKey;

/** Does what the pressed button says; null when the page is to be loaded anew. */
async function doAsWished(asked: Asked): Promise<Shown | null> {
  const { deps, actor, posted } = asked;
  const { wish, values, keysVersion } = posted;
  switch (wish) {
    case "save":
      return (await saveSections(asked)) ?? (keysChanged(asked) ? saveKeys(asked) : null);
    case "keys":
      return saveKeys(asked);
    case "verify":
      return { verdict: verdictOf(await verifyStripeKeys(deps, { actor, version: keysVersion })) };
    case "own-card":
      return { values: { ...values, seo: { ...values.seo, socialImageId: null } } };
    case "choose-picture": {
      const list = await listMedia(deps.db, {
        actor,
        filter: { search: "", page: 1, show: "image" },
      });
      return { pictures: list.ok ? list.value.rows.map(({ id, name }) => ({ id, name })) : [] };
    }
    default:
      return { values: { ...values, footer: { links: editedLinks(values.footer.links, wish) } } };
  }
}

/** Saves an inner tab of Site Settings for a browser without script; what was typed is kept when it is refused. */
export async function handleSettingsForm(request: Request, tab: TabRequest) {
  const { deps, actor, params } = tab;
  const settings = await getAdminSettings(deps.db, { actor });
  if (!settings.ok) return refuse();
  const part = readSettingsPart(params);
  const posted = readSettingsForm(await request.formData(), part, settings.value);
  const shown = await doAsWished({ ...tab, stored: settings.value, posted });
  if (shown === null) {
    const done = posted.wish === "keys" ? "keys" : "saved";
    return redirect(`${DASHBOARD_PATH}${settingsQuery(part)}&done=${done}`, 303);
  }
  const { values, versions, typed, keys, keysVersion } = posted;
  const answer: SettingsFormResult = {
    values,
    versions,
    typed,
    publishableKey: keys.publishableKey,
    keysVersion,
    problems: {},
    refusal: null,
    isStale: false,
    verdict: null,
    pictures: null,
    ...shown,
  };
  return data(answer, { status: shown.refusal ? (shown.isStale ? 409 : 422) : 200 });
}
