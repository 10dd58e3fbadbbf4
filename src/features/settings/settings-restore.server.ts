import { and, eq } from "drizzle-orm";
import type { z } from "zod";
import type { Result } from "#core/result.ts";
import { fail, ok } from "#core/result.ts";
import type { Queryable } from "#db/client.server.ts";
import { media } from "#db/schema/media.server.ts";
import { siteSettings } from "#db/schema/settings.server.ts";
import { findEarlierRecord } from "#features/audit/earlier-records.server.ts";
import type { EarlierVersion, RestoreRefusal } from "#features/audit/earlier-version.ts";
import { SECTION_NAMES, SECTION_SCHEMAS } from "./settings-input.ts";

/** Sections are in the log whole; the payment provider's keys never are, because no record holds a secret. */
function schemaOf(settingName: string): z.ZodType<Record<string, unknown>> | null {
  const section = SECTION_NAMES.find((name) => name === settingName);
  return section ? SECTION_SCHEMAS[section] : null;
}

/** What putting a setting back takes. */
export type SettingsRestore = EarlierVersion & { settingName: string };

/** Works out what putting a setting back as it was before an entry would change, or why it cannot be done. */
export async function planSettingsRestore(
  db: Queryable,
  entryId: string,
): Promise<Result<SettingsRestore, RestoreRefusal>> {
  const entry = await findEarlierRecord(db, { id: entryId, subject: "settings" });
  if (!entry) return fail("not_found");
  const settingName = entry.subjectId;
  const schema = schemaOf(settingName);
  if (!schema) return fail("no_secret");
  const restored = schema.safeParse(entry.before).data;
  if (!restored) return fail("unreadable");
  const [row] = await db
    .select()
    .from(siteSettings)
    .where(eq(siteSettings.settingName, settingName));
  if (!row) return fail("not_found");
  const now = schema.safeParse(row.settingValue).data ?? row.settingValue;
  if (JSON.stringify(now) === JSON.stringify(restored)) return fail("nothing");
  if (!(await hasItsPicture(db, restored))) return fail("no_picture");
  return ok({ settingName, version: row.version, now, restored });
}

async function hasItsPicture(db: Queryable, { socialImageId: id }: Record<string, unknown>) {
  if (typeof id !== "string") return true;
  const [picture] = await db
    .select({ id: media.id })
    .from(media)
    .where(and(eq(media.id, id), eq(media.type, "image")))
    .for("key share");
  return picture !== undefined;
}
