import { eq } from "drizzle-orm";
import { z } from "zod";
import { AppError } from "#core/app-error.ts";
import type { Queryable } from "#db/client.server.ts";
import { siteSettings } from "#db/schema/settings.server.ts";
import { listStoredKeys } from "#db/stored-files.server.ts";
import type { ShopFiles } from "#platform/file-store.server.ts";
import type { Logger } from "#platform/logger.server.ts";
import type { StorageLocation } from "#platform/storage-fault.ts";
import { describeLocation, isSameLocation } from "#platform/storage-fault.ts";

/** Where files live: endpoint and bucket, no secrets. Exists since the first start. */
export const LOCATION_ROW = "file_storage";

const stored = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("disk") }),
  z.object({ kind: z.literal("s3"), endpoint: z.string().nullable(), bucket: z.string() }),
]);

/** Null when never recorded. */
export function parseLocation(value: unknown): StorageLocation | null {
  return stored.safeParse(value).data ?? null;
}

/** Why these settings cannot hold the shop's files, or null. */
export function compareLocations(
  recorded: StorageLocation | null,
  current: StorageLocation,
): string | null {
  if (!recorded || isSameLocation(recorded, current)) return null;
  return `The files of this shop are in ${describeLocation(recorded)}, but the settings point to ${describeLocation(current)}. Use the settings with which the shop starts (S3_BUCKET, S3_ENDPOINT and their keys).`;
}

/** Records the location (JSON). */
export const RECORD_LOCATION = `
  insert into site_settings (setting_name, setting_value, version) values ('${LOCATION_ROW}', $1::jsonb, 0)
  on conflict (setting_name) do update set setting_value = excluded.setting_value`;

type Deps = { db: Queryable; files: ShopFiles; logger: Logger };

async function countMissing({ db, files }: Deps): Promise<{ missing: number; all: number }> {
  const found = new Set<string>();
  for await (const { key } of files.list("media/")) found.add(key);
  const keys = await listStoredKeys(db);
  return { missing: [...keys].filter((key) => !found.has(key)).length, all: keys.size };
}

/**
 * Compares the settings with where the files live, and records it at the first start. Follows files copied to
 * another storage when all are there. Throws AppError('configuration'): another storage without the files, or
 * a missing, refused or unreachable bucket at the first start.
 */
export async function settleFileLocation(deps: Deps): Promise<void> {
  const { db, files, logger } = deps;
  const { location } = files;
  const [row] = await db
    .select()
    .from(siteSettings)
    .where(eq(siteSettings.settingName, LOCATION_ROW));
  const recorded = parseLocation(row?.settingValue);
  if (recorded && isSameLocation(recorded, location)) return;
  const trouble = await files.check();
  if (trouble) throw new AppError("configuration", `The shop cannot start: ${trouble.message}`);
  if (recorded) {
    const { all, missing } = await countMissing(deps);
    if (missing > 0) {
      throw new AppError(
        "configuration",
        `${compareLocations(recorded, location)} ${missing} of ${all} files are not there. To move, copy all files first.`,
      );
    }
    logger.info({ from: recorded, to: location }, "storage: all files are in another place now");
  }
  await db
    .insert(siteSettings)
    .values({ settingName: LOCATION_ROW, settingValue: location, version: 0 })
    .onConflictDoUpdate({ target: siteSettings.settingName, set: { settingValue: location } });
}
