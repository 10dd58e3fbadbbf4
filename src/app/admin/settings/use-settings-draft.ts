import { useEffect, useRef, useState } from "react";
import { useNavigate, useRevalidator } from "react-router";
import { sendWrite } from "#app/web/admin-send-write.ts";
import type { Result } from "#core/result.ts";
import type { AdminSettings } from "#features/settings/admin-settings.ts";
import type { SavedVersions } from "#features/settings/save-settings.server.ts";
import type { SectionName, SectionValues } from "#features/settings/settings-input.ts";
import type { StripeMode } from "#features/settings/stripe-keys.ts";
import { showToast } from "#ui/toast-store.ts";
import type { Problems, SubmittedKeys } from "./settings-draft.ts";
import { changedSections, partOfProblem, problemsIn, toSave } from "./settings-draft.ts";
import type { SettingsFormResult, SettingsNotice } from "./settings-form-result.ts";
import {
  keysSaveFailedMessage,
  saveFailedMessage,
  settingsDoneMessage,
} from "./settings-messages.ts";
import { settingsQuery } from "./settings-url.ts";

/** Saves these sections and gives the settings as they stand then. */
async function sendSections(
  values: SectionValues,
  loaded: AdminSettings,
  names: readonly SectionName[],
): Promise<Result<AdminSettings, string>> {
  const body = toSave(values, loaded, names);
  const answer = await sendWrite<SavedVersions, string>("/admin/settings/save", body);
  if (!answer.ok) return answer;
  const versions = { ...loaded.versions, ...answer.value };
  return { ok: true, value: { ...loaded, values, versions } };
}

/** Saves the typed keys and gives what may be shown of them then; the new hint comes with the next load. */
async function sendKeys(
  { stripe }: AdminSettings,
  keys: SubmittedKeys,
): Promise<Result<AdminSettings["stripe"], string>> {
  const body = { version: stripe.version, ...keys };
  const answer = await sendWrite<{ mode: StripeMode }, string>("/admin/settings/stripe-keys", body);
  if (!answer.ok) return answer;
  const { publishableKey } = keys;
  const version = stripe.version + 1;
  return { ok: true, value: { ...stripe, publishableKey, version, mode: answer.value.mode } };
}

/** What stands in the form: the settings it began from, and what was typed since over all inner tabs. */
type Form = {
  loaded: AdminSettings;
  values: SectionValues;
  keys: SubmittedKeys;
  problems: Problems;
  /** Somebody else saved meanwhile. */
  isStale: boolean;
  /** How often mistakes were found on saving; the first field with one is focused then. */
  refusals: number;
  /** Fields that keep what is typed to themselves begin anew with it. */
  round: number;
  /** Number fields as they were typed before the script ran. */
  typed: Readonly<Record<string, string>>;
  /** What the shop said of a form that was posted before the script ran. */
  notice: SettingsNotice | null;
};

/** What the shop said of an earlier form is out of date with the first key. */
const UNTOLD: Pick<Form, "typed" | "notice"> = { typed: {}, notice: null };

function begin(loaded: AdminSettings, round: number): Form {
  const keys = { publishableKey: loaded.stripe.publishableKey, secretKey: "" };
  const untold = { ...UNTOLD, problems: {}, isStale: false, refusals: 0 };
  return { loaded, values: loaded.values, keys, round, ...untold };
}

/** The form that was posted before the script ran, as it stood: a save of it is still one of what was seen then. */
function goOn(latest: AdminSettings, answer: SettingsFormResult): Form {
  const { values, versions, typed, problems, isStale, refusal, publishableKey } = answer;
  const stripe = { ...latest.stripe, version: answer.keysVersion };
  const form = begin({ ...latest, versions, stripe }, 0);
  const keys = { publishableKey, secretKey: "" };
  return { ...form, values, keys, typed, problems, isStale, notice: refusal };
}

function useForm(latest: AdminSettings, answer: SettingsFormResult | null, isBusy: boolean) {
  const [form, setForm] = useState(() => (answer ? goOn(latest, answer) : begin(latest, 0)));
  const { loaded, values, keys } = form;
  const changed = changedSections(values, loaded);
  const keysChanged = keys.secretKey !== "" || keys.publishableKey !== loaded.stripe.publishableKey;
  const isDirty = changed.length > 0 || keysChanged;
  // What another window saved is taken over only where nothing would be lost.
  const seen = useRef(latest);
  useEffect(() => {
    if (seen.current === latest || isDirty || isBusy) return;
    seen.current = latest;
    // Fields that show the same already stay: whoever goes on in one after a save keeps the focus.
    setForm(({ round, values }) =>
      begin(latest, changedSections(values, latest).length === 0 ? round : round + 1),
    );
  }, [latest, isDirty, isBusy]);
  return { form, setForm, changed, keysChanged, isDirty };
}

/** What is being saved; a save that is done is followed by what the shop shows then. */
function useSaving() {
  const [busy, setBusy] = useState<"settings" | "keys" | null>(null);
  const { revalidate } = useRevalidator();
  async function during(what: "settings" | "keys", work: () => Promise<boolean>) {
    setBusy(what);
    const isDone = await work();
    setBusy(null);
    if (isDone) void revalidate();
    return isDone;
  }
  return { busy, during };
}

const problemsElsewhere = (problems: Problems, name: SectionName): Problems =>
  Object.fromEntries(Object.entries(problems).filter(([place]) => !place.startsWith(`${name}.`)));

/** The settings as they are being changed, over all inner tabs; what is typed stays until it is saved or reset. */
export function useSettingsDraft(latest: AdminSettings, answer: SettingsFormResult | null) {
  const { busy, during } = useSaving();
  const isBusy = busy !== null;
  const { form, setForm, changed, keysChanged, isDirty } = useForm(latest, answer, isBusy);
  const navigate = useNavigate();
  const { revalidate } = useRevalidator();
  const put = (change: Partial<Form>) => setForm((held) => ({ ...held, ...change }));

  function show(problems: Problems): void {
    setForm((held) => ({ ...held, problems, refusals: held.refusals + 1 }));
    const search = settingsQuery(partOfProblem(Object.keys(problems)[0] ?? ""));
    void navigate({ search }, { preventScrollReset: true });
  }

  async function saveSections(): Promise<boolean> {
    if (changed.length === 0) return true;
    const problems = problemsIn(form.values, changed);
    if (Object.keys(problems).length > 0) {
      show(problems);
      return false;
    }
    const answer = await sendSections(form.values, form.loaded, changed);
    if (answer.ok) {
      put({ loaded: answer.value });
      return true;
    }
    if (answer.error === "conflict") put({ isStale: true });
    showToast(saveFailedMessage(answer.error));
    return false;
  }

  async function saveTypedKeys(): Promise<boolean> {
    const answer = await sendKeys(form.loaded, form.keys);
    if (!answer.ok) {
      if (answer.error === "conflict") put({ isStale: true });
      showToast(keysSaveFailedMessage(answer.error));
      return false;
    }
    const stripe = answer.value;
    const keys = { publishableKey: stripe.publishableKey, secretKey: "" };
    setForm((held) => ({ ...held, keys, loaded: { ...held.loaded, stripe } }));
    showToast(settingsDoneMessage("keys", stripe.mode));
    return true;
  }

  return {
    ...form,
    busy,
    isDirty,
    set<Name extends SectionName>(name: Name, value: SectionValues[Name]) {
      setForm((held) => ({
        ...held,
        values: { ...held.values, [name]: value },
        problems: problemsElsewhere(held.problems, name),
        ...UNTOLD,
      }));
    },
    setKeys: (keys: SubmittedKeys) => put({ keys, notice: null }),
    async save() {
      const work = async () => (await saveSections()) && (!keysChanged || (await saveTypedKeys()));
      if (await during("settings", work)) {
        put(UNTOLD);
        showToast(settingsDoneMessage("saved", form.loaded.stripe.mode));
      }
    },
    saveKeys: () => during("keys", saveTypedKeys),
    /** Shows what is saved, which after a conflict is newer than what was loaded. */
    async reset() {
      if (form.isStale) await revalidate();
      setForm(({ loaded, round }) => begin(loaded, round + 1));
      showToast(settingsDoneMessage("reset", form.loaded.stripe.mode));
    },
  };
}

/** The settings being changed and what can be done with them. */
export type SettingsDraft = ReturnType<typeof useSettingsDraft>;
