import { eq } from "drizzle-orm";
import { z } from "zod";
import type { Queryable } from "#db/client.server.ts";
import { siteSettings } from "#db/schema/settings.server.ts";

/** Exists once a start has looked for them. */
const ROW = "unreadable_values";

const stored = z.object({ count: z.number().int().nonnegative() });

/** How many measured values no key of the shop opened at the last start; null before the first one that counted them. */
export async function findUnreadableValues(db: Queryable): Promise<number | null> {
  const [row] = await db.select().from(siteSettings).where(eq(siteSettings.settingName, ROW));
  return row ? (stored.safeParse(row.settingValue).data?.count ?? null) : null;
}

/** Replaces the count of the last start. */
export async function recordUnreadableValues(db: Queryable, count: number): Promise<void> {
  const settingValue = { count };
  await db
    .insert(siteSettings)
    .values({ settingName: ROW, settingValue, version: 0 })
    .onConflictDoUpdate({ target: siteSettings.settingName, set: { settingValue } });
}
