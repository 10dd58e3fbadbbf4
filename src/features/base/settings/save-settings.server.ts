import { eq, sql } from "drizzle-orm";
import type { Result } from "#core/result.ts";
import { fail, ok } from "#core/result.ts";
import type { Transaction } from "#db/client.server.ts";
import type { ContentDeps } from "#db/content-version.server.ts";
import { changeContent } from "#db/content-version.server.ts";
import { media } from "#db/schema/media.server.ts";
import { siteSettings } from "#db/schema/settings.server.ts";
import type { Change } from "#features/base/audit/record-change.server.ts";
import { recordChanges } from "#features/base/audit/record-change.server.ts";
import type { Admin } from "#features/base/identity/actor.ts";
import { isConfirmed } from "#features/base/identity/confirmed-session.server.ts";
import { asAdmin } from "#features/base/identity/guards.server.ts";
import type { NotifyDeps } from "#features/base/identity/notify-owners.server.ts";
import { shippingEstimate } from "./business-facts.ts";
import { lockSettings } from "./locked-settings.server.ts";
import { notifyOfSettings } from "./notify-of-settings.server.ts";
import type {
  SectionName,
  SectionValues,
  SettingsInput,
  ShippingSettings,
} from "./settings-sections.ts";
import {
  changesProtectedField,
  NEVER_SAVED,
  readSection,
  SECTION_NAMES,
  SETTINGS_DEFAULTS,
} from "./settings-sections.ts";

type Refusal = "conflict" | "no_such_image" | "bad_span" | "unconfirmed";

export type SavedVersions = Partial<Record<SectionName, number>>;

/** Times derive from days: pages and structured data agree. */
function withEstimates(shipping: ShippingSettings): ShippingSettings {
  const methods = shipping.methods.map((each) => ({ ...each, estimate: shippingEstimate(each) }));
  return { ...shipping, methods };
}

async function refusalOf(tx: Transaction, sections: SettingsInput): Promise<Refusal | null> {
  const methods = sections.shipping?.value.methods ?? [];
  if (methods.some((each) => each.minBusinessDays > each.maxBusinessDays)) return "bad_span";
  const imageId = sections.seo?.value.socialImageId;
  if (!imageId) return null;
  const [image] = await tx
    .select({ type: media.type })
    .from(media)
    .where(eq(media.id, imageId))
    .for("share");
  return image?.type === "image" ? null : "no_such_image";
}

type LockedSettings = Awaited<ReturnType<typeof lockSettings>>;

/** Whether a section of these would change a field that needs a confirmed session. */
function changesProtected(
  names: readonly SectionName[],
  rows: LockedSettings,
  input: SettingsInput,
) {
  return names.some((name) => {
    const after = valueToStore(name, input);
    return (
      after && changesProtectedField(name, readSection(name, rows.get(name)?.settingValue), after)
    );
  });
}

/** Writes each section as its next version; the changes are for Activity. */
async function writeSections(
  tx: Transaction,
  sections: SettingsInput,
  { names, rows }: { names: readonly SectionName[]; rows: LockedSettings },
): Promise<{ saved: SavedVersions; changes: Change[] }> {
  const saved: SavedVersions = {};
  const changes: Change[] = [];
  for (const name of names) {
    const row = rows.get(name);
    const after = valueToStore(name, sections);
    if (!row || !after) continue;
    await tx
      .update(siteSettings)
      .set({ settingValue: after, version: sql`${siteSettings.version} + 1` })
      .where(eq(siteSettings.settingName, name));
    saved[name] = row.version + 1;
    // So that the first change can be reverted.
    const before = row.version === NEVER_SAVED ? SETTINGS_DEFAULTS[name] : row.settingValue;
    changes.push({ action: "changed", subject: "settings", subjectId: name, before, after });
  }
  return { saved, changes };
}

/**
 * Saves sections, all or none (specification 7). One saved by another since is a conflict. `alongside` runs
 * in the transaction and may refuse. Pages change at their next request. A protected field changes only in a confirmed
 * session, else 'unconfirmed'.
 */
export const saveSettings = asAdmin(
  async <OtherRefusal extends string = never>(
    deps: ContentDeps & NotifyDeps,
    input: {
      actor: Admin;
      sections: SettingsInput;
      alongside?: (tx: Transaction) => Promise<Result<unknown, OtherRefusal>>;
    },
  ): Promise<Result<SavedVersions, Refusal | OtherRefusal>> => {
    const { actor, sections, alongside } = input;
    const names = SECTION_NAMES.filter((name) => sections[name] !== undefined);
    if (names.length === 0 && !alongside) return ok({});
    const work = async (
      tx: Transaction,
    ): Promise<Result<SavedVersions, Refusal | OtherRefusal>> => {
      const rows = await lockSettings(tx, names);
      if (names.some((name) => rows.get(name)?.version !== sections[name]?.version)) {
        return fail("conflict");
      }
      const isProtected = changesProtected(names, rows, sections);
      if (isProtected && !(await isConfirmed({ db: tx, clock: deps.clock }, { actor }))) {
        return fail("unconfirmed");
      }
      const refusal = await refusalOf(tx, sections);
      if (refusal) return fail(refusal);
      const { changes, saved } = await writeSections(tx, sections, { names, rows });
      await recordChanges(tx, actor, changes);
      if (isProtected) await notifyOfSettings(tx, deps, { actor, changes });
      const other = await alongside?.(tx);
      return other && !other.ok ? other : ok(saved);
    };
    return changeContent(deps, work, () => ["settings"]);
  },
);

function valueToStore(
  name: SectionName,
  sections: SettingsInput,
): SectionValues[SectionName] | undefined {
  if (name === "shipping") return sections.shipping && withEstimates(sections.shipping.value);
  return sections[name]?.value;
}
