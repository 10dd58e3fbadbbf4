import { eq } from "drizzle-orm";
import { z } from "zod";
import type { Queryable } from "#db/client.server.ts";
import { siteSettings } from "#db/schema/settings.server.ts";

/** Exists once the files were checked. */
const ROW = "file_check";

const stored = z.object({
  checkedAt: z.coerce.date(),
  missing: z.object({ count: z.number(), keys: z.array(z.string()) }),
  orphans: z.object({ count: z.number(), bytes: z.number() }),
});

export type FileCheckRecord = z.infer<typeof stored>;

/** Reads the last check; null before the first one. */
export async function findFileCheck(db: Queryable): Promise<FileCheckRecord | null> {
  const [row] = await db.select().from(siteSettings).where(eq(siteSettings.settingName, ROW));
  return row ? (stored.safeParse(row.settingValue).data ?? null) : null;
}

type FileCheck = {
  checkedAt: Date;
  missing: { count: number; keys: readonly string[] };
  orphans: { count: number; bytes: number };
};

/** Replaces the last check. */
export async function recordFileCheck(
  db: Queryable,
  { checkedAt, missing, orphans }: FileCheck,
): Promise<void> {
  const { bytes, count } = orphans;
  const orphaned = { bytes, count };
  const settingValue = { checkedAt: checkedAt.toISOString(), missing, orphans: orphaned };
  await db
    .insert(siteSettings)
    .values({ settingName: ROW, settingValue, version: 0 })
    .onConflictDoUpdate({ target: siteSettings.settingName, set: { settingValue } });
}
