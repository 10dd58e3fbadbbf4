import type { Transaction } from "#db/client.server.ts";
import type { Change } from "#features/base/audit/record-change.server.ts";
import type { SignedIn } from "#features/base/identity/actor.ts";
import type { NotifyDeps } from "#features/base/identity/notify-owners.server.ts";
import { notifyOwners } from "#features/base/identity/notify-owners.server.ts";
import { waysInChangedEmail } from "#features/base/identity/ways-in-email.ts";
import type { SettingField } from "./setting-description.ts";
import type { SectionName } from "./settings-sections.ts";
import {
  changesProtectedField,
  readSection,
  SECTION_NAMES,
  SETTINGS_SECTIONS,
  settingsLabel,
} from "./settings-sections.ts";

/** How an email says a value. */
function valueText(value: unknown): string {
  if (typeof value === "boolean") return value ? "on" : "off";
  return value === null || value === "" ? "nothing" : String(value);
}

/** The protected fields of a section with their new values. */
function protectedValues(name: SectionName, after: Change["after"]): string[] {
  const values = readSection(name, after) as Readonly<Record<string, unknown>>;
  const fields = Object.entries<SettingField>(SETTINGS_SECTIONS[name].fields);
  return fields
    .filter(([, { isProtected = false }]) => isProtected)
    .map(([field, { label }]) => `${label}: ${valueText(values[field])}`);
}

/**
 * Tells all owners of changed settings on which hangs who comes in, where money goes or what is erased, with their new
 * values. In the transaction of the change.
 */
export async function notifyOfSettings(
  tx: Transaction,
  deps: NotifyDeps,
  { actor, changes }: { actor: SignedIn; changes: readonly Change[] },
): Promise<void> {
  for (const { after, before, subjectId } of changes) {
    const name = SECTION_NAMES.find((each) => each === subjectId);
    const isProtectedChange =
      name && changesProtectedField(name, readSection(name, before), readSection(name, after));
    if (!isProtectedChange) continue;
    // Owners without a mailbox read what comes to the contact address, which may be what changed.
    const also = name === "general" ? [readSection("general", before).contactEmail] : [];
    await notifyOwners(tx, deps, {
      also,
      compose: (facts) =>
        waysInChangedEmail({
          ...facts,
          what: `${actor.name} changed the settings “${settingsLabel(name)}”`,
          lines: protectedValues(name, after),
        }),
    });
  }
}
