import { and, eq, sql } from "drizzle-orm";
import type { z } from "zod";
import { isSameContent } from "#core/canonical-json.ts";
import type { Result } from "#core/result.ts";
import { fail, ok } from "#core/result.ts";
import type { Queryable, Transaction } from "#db/client.server.ts";
import type { ContentDeps } from "#db/content-version.server.ts";
import { changeContent } from "#db/content-version.server.ts";
import { media } from "#db/schema/media.server.ts";
import { siteSettings } from "#db/schema/settings.server.ts";
import { findEarlierRecord } from "#features/base/audit/activity-queries.server.ts";
import type { EarlierVersion, RestoreRefusal } from "#features/base/audit/field-change.ts";
import { recordChanges } from "#features/base/audit/record-change.server.ts";
import type { Admin } from "#features/base/identity/actor.ts";
import { isConfirmed } from "#features/base/identity/confirmed-session.server.ts";
import { asAdmin } from "#features/base/identity/guards.server.ts";
import type { NotifyDeps } from "#features/base/identity/notify-owners.server.ts";
import { notifyOfSettings } from "./notify-of-settings.server.ts";
import type { SectionName } from "./settings-sections.ts";
import {
  changesProtectedField,
  completeSection,
  readSection,
  SECTION_NAMES,
  SETTINGS_SECTIONS,
} from "./settings-sections.ts";

/** Null for what was never a valid record of the section. A field that was added since has its default. */
function readRecord(name: SectionName, stored: unknown): Record<string, unknown> | null {
  const schema: z.ZodType<Record<string, unknown>> = SETTINGS_SECTIONS[name].schema;
  return schema.safeParse(completeSection(name, stored)).data ?? null;
}

type SettingsRestore = EarlierVersion & { settingName: string };

async function planSettingsRestore(
  db: Queryable,
  entryId: string,
): Promise<Result<SettingsRestore, RestoreRefusal>> {
  const entry = await findEarlierRecord(db, { id: entryId, subject: "settings" });
  if (!entry) return fail("not_found");
  const settingName = entry.subjectId;
  // Records hold no secrets, so no provider keys.
  const name = SECTION_NAMES.find((each) => each === settingName);
  if (!name) return fail("no_secret");
  const restored = readRecord(name, entry.before);
  if (!restored) return fail("unreadable");
  const [row] = await db
    .select()
    .from(siteSettings)
    .where(eq(siteSettings.settingName, settingName));
  if (!row) return fail("not_found");
  const now = readRecord(name, row.settingValue) ?? row.settingValue;
  if (isSameContent(now, restored)) return fail("nothing");
  if (!(await hasItsImage(db, restored))) return fail("no_image");
  return ok({ settingName, version: row.version, now, restored });
}

async function hasItsImage(db: Queryable, { socialImageId }: Record<string, unknown>) {
  if (typeof socialImageId !== "string") return true;
  const [image] = await db
    .select({ id: media.id })
    .from(media)
    .where(and(eq(media.id, socialImageId), eq(media.type, "image")))
    .for("key share");
  return image !== undefined;
}

/** What restoring a setting would change; read-only. */
export const previewSettingsRestore = asAdmin(
  async (
    db: Queryable,
    input: { entryId: string },
  ): Promise<Result<EarlierVersion, RestoreRefusal>> => {
    const plan = await planSettingsRestore(db, input.entryId);
    if (!plan.ok) return plan;
    const { version, now, restored } = plan.value;
    return ok({ version, now, restored });
  },
);

/**
 * Restores a setting to before an entry (decision D7), by the rules of any change: invalid values and unseen
 * changes are refused.
 */
export const restoreSettingsVersion = asAdmin(
  async (
    deps: ContentDeps & NotifyDeps,
    input: { actor: Admin; entryId: string; version: number },
  ): Promise<Result<null, RestoreRefusal | "unconfirmed">> => {
    const { actor, entryId, version } = input;
    const work = async (tx: Transaction): Promise<Result<null, RestoreRefusal | "unconfirmed">> => {
      const plan = await planSettingsRestore(tx, entryId);
      if (!plan.ok) return plan;
      const { settingName, now, restored } = plan.value;
      const [row] = await tx
        .select({ version: siteSettings.version })
        .from(siteSettings)
        .where(eq(siteSettings.settingName, settingName))
        .for("update");
      if (row?.version !== version || plan.value.version !== version) return fail("conflict");
      const name = SECTION_NAMES.find((each) => each === settingName);
      const isProtected =
        name !== undefined && changesProtectedField(name, readSection(name, now), restored);
      if (isProtected && !(await isConfirmed({ db: tx, clock: deps.clock }, { actor }))) {
        return fail("unconfirmed");
      }
      await tx
        .update(siteSettings)
        .set({ settingValue: { ...restored }, version: sql`${siteSettings.version} + 1` })
        .where(eq(siteSettings.settingName, settingName));
      const record = { action: "restored", subject: "settings", subjectId: settingName } as const;
      const change = { ...record, before: now, after: restored };
      await recordChanges(tx, actor, [change]);
      if (isProtected) await notifyOfSettings(tx, deps, { actor, changes: [change] });
      return ok(null);
    };
    return changeContent(deps, work, () => ["settings"]);
  },
);
