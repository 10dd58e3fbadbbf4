import type { DefaultValue } from "@conform-to/react";
import { useForm } from "@conform-to/react";
import { useEffect, useRef, useState } from "react";
import { useNavigate, useRevalidator } from "react-router";
import { z } from "zod";
import type { ActionResult } from "#app/web/admin-action.ts";
import type { FormResult } from "#app/web/form.server.ts";
import { parseFields } from "#app/web/form-fields.ts";
import { useAdminAction } from "#app/web/use-admin-action.ts";
import type { SettingsTab } from "#features/base/settings/setting-description.ts";
import type { AdminSettings } from "#features/base/settings/settings-form.ts";
import {
  areKeysChanged,
  changedSections,
  formVersions,
  sectionFromForm,
  sectionToForm,
  settingsForm,
  settingsToForm,
} from "#features/base/settings/settings-form.ts";
import type { SectionName } from "#features/base/settings/settings-sections.ts";
import {
  SECTION_NAMES,
  SETTINGS_SECTIONS,
  settingsQuery,
} from "#features/base/settings/settings-sections.ts";
import { showToast } from "#ui/toast-store.ts";
import { settingsDoneMessage, settingsRefusal } from "./settings-messages.ts";

type FormValues = Record<SectionName | "integrations" | "version", Record<string, unknown>>;
type SectionFormValue = NonNullable<DefaultValue<Record<string, unknown>>>;

/** Takes every post that is not validated in the browser. */
const anyForm = z.record(z.string(), z.unknown());

const rootOf = (name: string) => name.split(/[.[]/)[0] ?? "";

function tabOf(name: string): SettingsTab {
  const section = SECTION_NAMES.find((each) => each === rootOf(name));
  return section ? SETTINGS_SECTIONS[section].tab : "integrations";
}

/** Focuses the first error of a refused submission once its tab is open. */
function useMistake(tab: SettingsTab) {
  const [refused, setRefused] = useState({ count: 0, field: "" });
  const focused = useRef(0);
  const navigate = useNavigate();
  useEffect(() => {
    if (refused.count <= focused.current) return;
    const wanted = tabOf(refused.field);
    if (wanted !== tab) {
      void navigate({ search: settingsQuery(wanted) }, { preventScrollReset: true });
      return;
    }
    focused.current = refused.count;
    const invalid = document.querySelectorAll<HTMLElement>("#settings [aria-invalid=true]");
    [...invalid].find(({ offsetParent }) => offsetParent !== null)?.focus();
  }, [refused, tab, navigate]);
  return (field: string) => setRefused(({ count }) => ({ count: count + 1, field }));
}

/** The versions of a form that was refused before the script ran. */
function postedVersions(posted: ActionResult | null): Record<string, string> {
  return { ...(posted?.form?.initialValue?.version as Record<string, string> | undefined) };
}

type Payload = Record<string, unknown>;

type Parts = { names: readonly SectionName[]; hasKeys: boolean };

const rootsOf = ({ names, hasKeys }: Parts): string[] =>
  hasKeys ? [...names, "integrations"] : [...names];

/** The base of changes, and the versions that a save names. */
function useBase(latest: AdminSettings, refused: ActionResult | null) {
  const [base, setBase] = useState(latest);
  const [versions, setVersions] = useState(() => ({
    ...formVersions(latest),
    ...postedVersions(refused),
  }));
  return {
    base,
    versions,
    load(settings: AdminSettings) {
      setBase(settings);
      setVersions(formVersions(settings));
    },
    /** The saved values become the base; later input remains a change. */
    acceptSaved(payload: Payload, parts: Parts) {
      const saved = parts.names.map((name) => [
        name,
        sectionFromForm(name, payload[name], base.values[name]),
      ]);
      const stripe = { ...base.stripe, publishableKey: publishableKeyOf(payload) };
      setBase((held) => ({
        values: { ...held.values, ...Object.fromEntries(saved) },
        versions: held.versions,
        stripe: parts.hasKeys ? stripe : held.stripe,
      }));
      const next = rootsOf(parts).map((root) => [root, String(Number(versions[root]) + 1)]);
      setVersions((held) => ({ ...held, ...Object.fromEntries(next) }));
    },
  };
}

function publishableKeyOf({ integrations }: Payload): string {
  return (integrations as { publishableKey?: string } | undefined)?.publishableKey ?? "";
}

/** Includes the version of each part. */
function bodyOf(formData: FormData, parts: Parts, versions: Record<string, string>): FormData {
  const roots = rootsOf(parts);
  const body = new FormData();
  body.append("intent", String(formData.get("intent")));
  for (const root of roots) body.append(`version.${root}`, versions[root] ?? "");
  for (const [name, value] of formData) {
    if (roots.includes(rootOf(name))) body.append(name, value);
  }
  return body;
}

/** Calls `show` with new settings unless input would be lost. Returns the newest. */
function useLatest(latest: AdminSettings, isBusy: boolean, show: (latest: AdminSettings) => void) {
  const shown = useRef(latest);
  const newest = useRef(latest);
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once per load while nothing changes
  useEffect(() => {
    newest.current = latest;
    if (shown.current === latest || isBusy) return;
    shown.current = latest;
    show(latest);
  }, [latest, isBusy]);
  return newest;
}

type Options = { tab: SettingsTab; latest: AdminSettings; posted: ActionResult | null };

/** `onSave` receives valid input. */
function useSettingsFields(
  { tab, latest }: Options,
  base: AdminSettings,
  lastResult: FormResult | null | undefined,
  onSave: (formData: FormData, payload: Payload) => void,
) {
  const [defaultValue] = useState(() => settingsToForm(latest) as DefaultValue<FormValues>);
  const showMistake = useMistake(tab);
  return useForm<FormValues, unknown>({
    id: "settings",
    lastResult,
    defaultValue,
    shouldValidate: "onBlur",
    shouldRevalidate: "onInput",
    onValidate({ formData }) {
      const isSave = formData.get("intent") === "save-settings";
      const submission = parseFields(formData, isSave ? settingsForm(base) : anyForm);
      if (submission.status === "error") showMistake(Object.keys(submission.error ?? {})[0] ?? "");
      return submission;
    },
    onSubmit(event, { formData, submission }) {
      event.preventDefault();
      onSave(formData, submission?.payload ?? {});
    },
  });
}

/** Keeps input across tabs. Posts only changed sections with their versions, so that others' changes stay. */
export function useSettingsForm(options: Options) {
  const { latest, posted } = options;
  const { post, busy, result } = useAdminAction(settingsRefusal);
  const { revalidate } = useRevalidator();
  const refused = posted?.done === false ? posted : null;
  const { base, versions, load, acceptSaved } = useBase(latest, refused);
  const [saving, setSaving] = useState("");
  const [isStale, setStale] = useState(false);
  const last = result ?? refused;
  const lastResult = last?.done === false ? last.form : undefined;
  const [form, fields] = useSettingsFields(options, base, lastResult, (formData, payload) => {
    if (!busy) void save(formData, payload);
  });
  const areKeysEntered = (raw: Payload) => areKeysChanged(raw.integrations, base.stripe);
  const entered: Payload = form.value ?? {};
  const isDirty = changedSections(entered, base.values).length > 0 || areKeysEntered(entered);

  async function save(formData: FormData, payload: Payload) {
    const intent = String(formData.get("intent"));
    const isKeys = intent === "save-stripe-keys";
    const names = isKeys ? [] : changedSections(payload, base.values);
    const parts = { names, hasKeys: isKeys || areKeysEntered(payload) };
    if (rootsOf(parts).length === 0) {
      showToast(settingsDoneMessage("saved"));
      return;
    }
    setSaving(intent);
    const { done, formErrors } = await post(bodyOf(formData, parts, versions));
    setStale(formErrors.length > 0);
    if (!done) return;
    acceptSaved(payload, parts);
    if (parts.hasKeys) showKeys(publishableKeyOf(payload));
  }

  function showKeys(publishableKey: string) {
    const value = { publishableKey, secretKey: "" };
    form.update({ name: fields.integrations.name, value });
  }

  function show(settings: AdminSettings) {
    for (const name of changedSections(entered, settings.values)) {
      const value = sectionToForm(name, settings.values[name]) as SectionFormValue;
      form.update({ name: fields[name].name, value, validated: false });
    }
    const { stripe } = settings;
    if (areKeysChanged(entered.integrations, stripe)) showKeys(stripe.publishableKey);
    load(settings);
    setStale(false);
  }

  const newest = useLatest(latest, isDirty || busy, show);

  async function reset() {
    if (isStale) await revalidate();
    show(newest.current);
    showToast(settingsDoneMessage("reset"));
  }

  return {
    form,
    fields,
    base,
    versions,
    isDirty,
    isStale: isStale && isDirty,
    saving: busy ? saving : "",
    reset,
  };
}

export type SettingsEditor = ReturnType<typeof useSettingsForm>;
