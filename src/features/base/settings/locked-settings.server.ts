import { inArray } from "drizzle-orm";
import type { Transaction } from "#db/client.server.ts";
import { siteSettings } from "#db/schema/settings.server.ts";
import { NEVER_SAVED } from "./settings-sections.ts";

/** Locks settings rows until the commit. Creates missing ones with version 0, so that one of two first saves wins. */
export async function lockSettings(tx: Transaction, names: readonly string[]) {
  if (names.length === 0) return new Map<string, typeof siteSettings.$inferSelect>();
  await tx
    .insert(siteSettings)
    .values(names.map((settingName) => ({ settingName, settingValue: {}, version: NEVER_SAVED })))
    .onConflictDoNothing();
  const rows = await tx
    .select()
    .from(siteSettings)
    .where(inArray(siteSettings.settingName, [...names]))
    .orderBy(siteSettings.settingName)
    .for("update");
  return new Map(rows.map((row) => [row.settingName, row]));
}
