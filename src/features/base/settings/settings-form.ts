import { z } from "zod";
import { isSameContent } from "#core/canonical-json.ts";
import { tidyAmount } from "#core/submitted-amount.ts";
import type { StripeMode } from "#platform/stripe/stripe-access.ts";
import type { SettingControl, SettingField } from "./setting-description.ts";
import type { SectionName, SectionValues, SettingsInput } from "./settings-sections.ts";
import { eachSection, NEVER_SAVED, SECTION_NAMES, SETTINGS_SECTIONS } from "./settings-sections.ts";
import { stripeKeysInput } from "./stripe-keys.ts";

/** Each section with its version, and the key's hint. */
export type AdminSettings = {
  values: SectionValues;
  versions: Record<SectionName, number>;
  stripe: {
    version: number;
    publishableKey: string;
    secretHint: string | null;
    mode: StripeMode;
  };
};

type Raw = Readonly<Record<string, unknown>>;
type ReadField = Pick<SettingField, "control"> & { emptyIsNull: boolean };

const isRaw = (value: unknown): value is Raw =>
  typeof value === "object" && value !== null && !Array.isArray(value);
const rawOf = (value: unknown): Raw => (isRaw(value) ? value : {});
const textOf = (value: unknown) => (typeof value === "string" ? value : "");
const listOf = (value: unknown): readonly unknown[] =>
  value === undefined ? [] : Array.isArray(value) ? value : [value];

function numberText(value: unknown, scale: number): string {
  if (typeof value !== "number" || Number.isNaN(value)) return "";
  return (value / scale).toFixed(scale === 1 ? 0 : 2);
}

/** Returns stored units; NaN when invalid. */
function readNumber(text: string, scale: number, emptyIsNull: boolean): number | null {
  if (text.trim() === "") return emptyIsNull ? null : Number.NaN;
  return Math.round(Number(tidyAmount(text)) * scale * 100) / 100;
}

function listValue(
  { fields, isFixed }: Extract<SettingControl, { kind: "list" }>,
  raw: unknown,
  stored: unknown,
) {
  const items = listOf(stored).filter(isRaw);
  return listOf(raw).map((submitted) => {
    const values = rawOf(submitted);
    const item = isFixed ? rawOf(items.find(({ id }) => id === values.id)) : {};
    const read = Object.entries(fields)
      .filter(([, { appliesTo }]) => !appliesTo || appliesTo(item))
      .map(([name, { control, optional = false }]) => [
        name,
        fieldValue({ control, emptyIsNull: optional }, values[name], undefined),
      ]);
    return { ...item, ...Object.fromEntries(read) };
  });
}

/** Returns stored units; the schema validates them. */
function fieldValue({ control, emptyIsNull }: ReadField, raw: unknown, stored: unknown): unknown {
  switch (control.kind) {
    case "text":
    case "textarea":
    case "image":
      return textOf(raw) || (emptyIsNull ? null : "");
    case "switch":
      return raw === "on";
    // A form from before the field does not send it.
    case "select":
      return textOf(raw) || stored;
    case "number":
      return readNumber(textOf(raw), control.scale, emptyIsNull);
    case "choices":
      return control.options.filter((option) => listOf(raw).includes(option));
    case "countries":
      return countriesValue(listOf(raw).map(textOf), textOf(stored));
    case "list":
      return listValue(control, raw, stored);
  }
}

/** The codes of a text such as "GY, TT". */
const codesOf = (text: string): string[] => text.split(/[\s,]+/).filter(Boolean);

/** The stored text where the same countries are chosen, in whatever order the form has them. */
function countriesValue(chosen: readonly string[], stored: string): string {
  const sorted = (codes: readonly string[]) => codes.toSorted().join();
  return sorted(chosen) === sorted(codesOf(stored)) ? stored : chosen.join(", ");
}

function formValue({ kind, ...control }: SettingControl, value: unknown): unknown {
  if (kind === "number") return numberText(value, (control as { scale: number }).scale);
  if (kind === "countries") return codesOf(textOf(value));
  if (kind !== "list") return value ?? "";
  const { fields } = control as Extract<SettingControl, { kind: "list" }>;
  return listOf(value)
    .map(rawOf)
    .map((item) => ({
      ...("id" in item && { id: item.id }),
      ...Object.fromEntries(
        Object.entries(fields).map(([name, { control }]) => [name, formValue(control, item[name])]),
      ),
    }));
}

export function sectionToForm(name: SectionName, value: object): Record<string, unknown> {
  const stored = rawOf(value);
  return Object.fromEntries(
    Object.entries<SettingField>(SETTINGS_SECTIONS[name].fields).map(([field, { control }]) => [
      field,
      formValue(control, stored[field]),
    ]),
  );
}

/** Writes submitted fields over the stored section; they are not validated. */
export function sectionFromForm(name: SectionName, raw: unknown, stored: object): object {
  const submitted = rawOf(raw);
  return Object.fromEntries(
    Object.entries<SettingField>(SETTINGS_SECTIONS[name].fields).map(([field, described]) => {
      const { control, default: initial } = described;
      const read = { control, emptyIsNull: initial === null };
      return [field, fieldValue(read, submitted[field], rawOf(stored)[field])];
    }),
  );
}

/** Lists the submitted sections that differ. A form contains those whose version it names. */
export function changedSections(raw: unknown, values: SectionValues): SectionName[] {
  const submitted = rawOf(raw);
  const versions = rawOf(submitted.version);
  return SECTION_NAMES.filter(
    (name) =>
      versions[name] !== undefined &&
      !isSameContent(sectionFromForm(name, submitted[name], values[name]), values[name]),
  );
}

export function settingsToForm(settings: AdminSettings): Record<string, Record<string, unknown>> {
  const { values, stripe } = settings;
  return {
    ...eachSection((name) => sectionToForm(name, values[name])),
    integrations: { publishableKey: stripe.publishableKey, secretKey: "" },
    version: formVersions(settings),
  };
}

export function formVersions({ versions, stripe }: AdminSettings): Record<string, string> {
  return {
    ...eachSection((name) => String(versions[name])),
    integrations: String(stripe.version),
  };
}

/** Whether other keys were entered; an empty secret key keeps the stored one. */
export function areKeysChanged(raw: unknown, stripe: AdminSettings["stripe"]): boolean {
  const keys = rawOf(raw);
  if (Object.keys(keys).length === 0) return false;
  return textOf(keys.secretKey) !== "" || textOf(keys.publishableKey) !== stripe.publishableKey;
}

const BAD_KEY = "A key is one word of letters, digits and underscores.";

type Issue = { path: PropertyKey[]; message: string };

const isSection = (name: string): name is SectionName => Object.hasOwn(SETTINGS_SECTIONS, name);

/** The version that a form names for a section or the keys. */
function versionOf(versions: Raw, name: string): number {
  return /^\d{1,9}$/.test(textOf(versions[name])) ? Number(versions[name]) : NEVER_SAVED;
}

/** The changed sections with their versions, and what is wrong in them. */
function readSections(raw: Raw, values: SectionValues) {
  const versions = rawOf(raw.version);
  const sections: Record<string, unknown> = {};
  const issues: Issue[] = [];
  for (const name of changedSections(raw, values)) {
    if (!isSection(name)) continue;
    const value = sectionFromForm(name, raw[name], values[name]);
    const parsed = SETTINGS_SECTIONS[name].schema.safeParse(value);
    const found: Issue[] = parsed.error?.issues ?? [];
    issues.push(...found.map(({ path, message }) => ({ path: [name, ...path], message })));
    sections[name] = { version: versionOf(versions, name), value: parsed.data };
  }
  return { sections: sections as SettingsInput, issues };
}

/** Reads a Site Settings form: changed sections and keys with versions. */
export function settingsForm({ values, stripe }: AdminSettings) {
  return z.record(z.string(), z.unknown()).transform((raw, context) => {
    const versions = rawOf(raw.version);
    if (Object.keys(versions).length === 0) {
      context.addIssue({
        code: "custom",
        path: ["version"],
        message: "The form names no section.",
      });
    }
    const { issues, sections } = readSections(raw, values);
    for (const { path, message } of issues) context.addIssue({ code: "custom", path, message });
    const keys = areKeysChanged(raw.integrations, stripe)
      ? stripeKeysInput.safeParse({
          publishableKey: "",
          secretKey: "",
          ...rawOf(raw.integrations),
          version: versionOf(versions, "integrations"),
        })
      : null;
    if (keys?.error) context.addIssue({ code: "custom", path: ["integrations"], message: BAD_KEY });
    return { sections, keys: keys?.data ?? null };
  });
}
