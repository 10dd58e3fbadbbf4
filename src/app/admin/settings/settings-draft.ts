import type { AdminSettings } from "#features/settings/admin-settings.ts";
import type { SectionName, SectionValues } from "#features/settings/settings-input.ts";
import { SECTION_NAMES, SECTION_SCHEMAS } from "#features/settings/settings-input.ts";
import type { SettingsPart } from "./settings-url.ts";
import { SETTINGS_PARTS } from "./settings-url.ts";

/** The provider's keys as they are being typed; the secret one is empty while the stored one is kept. */
export type SubmittedKeys = { publishableKey: string; secretKey: string };

/** What is wrong, by place: "general.siteName", "footer.links.0.url". */
export type Problems = Readonly<Record<string, string>>;

/** What the provider said of the stored keys, in words. */
export type Verdict = { good: boolean; text: string };

/** The sections that are not as they were loaded. */
export function changedSections(values: SectionValues, loaded: AdminSettings): SectionName[] {
  return SECTION_NAMES.filter(
    (name) => JSON.stringify(values[name]) !== JSON.stringify(loaded.values[name]),
  );
}

/** What is wrong in these sections, in the words of their schemas. */
export function problemsIn(values: SectionValues, names: readonly SectionName[]): Problems {
  const problems: Record<string, string> = {};
  for (const name of names) {
    const { error } = SECTION_SCHEMAS[name].safeParse(values[name]);
    for (const { path, message } of error?.issues ?? []) {
      problems[[name, ...path].join(".")] ??= message;
    }
  }
  return problems;
}

/** The inner tab that shows a problem, to be opened for whoever saves from another one. */
export function partOfProblem(place: string): SettingsPart {
  const [section] = place.split(".");
  const part = SETTINGS_PARTS.find(({ sections }) =>
    (sections as readonly string[]).includes(section ?? ""),
  );
  return part?.value ?? "general";
}

/** What is sent to be saved: each changed section with the version it was changed from. */
export function toSave(
  values: SectionValues,
  loaded: AdminSettings,
  names: readonly SectionName[],
) {
  return Object.fromEntries(
    names.map((name) => [name, { version: loaded.versions[name], value: values[name] }]),
  );
}
