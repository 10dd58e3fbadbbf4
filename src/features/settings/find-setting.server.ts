import { sql } from "drizzle-orm";
import { batched } from "#db/batch-statements.server.ts";
import type { Queryable } from "#db/client.server.ts";
import { prepareStatement } from "#db/prepared-statement.server.ts";

const findSettings = prepareStatement<{ name: string; value: unknown }>(
  "settings",
  sql`select setting_name as name, setting_value as value from site_settings
       where setting_name in (select json_array_elements_text(${sql.placeholder("names")}::json))`,
);

/** The value of the setting of this name as it is stored at this moment; null when nobody has saved it. One statement for those who ask at the same time. */
export const findSetting = batched(async (db: Queryable, names: readonly string[]) => {
  const rows = await findSettings(db, { names: JSON.stringify([...new Set(names)]) });
  const stored = new Map(rows.map(({ name, value }) => [name, value]));
  return names.map((name) => stored.get(name) ?? null);
});
