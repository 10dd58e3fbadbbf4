import { sql } from "drizzle-orm";
import { planned } from "#db/planned-statement.server.ts";

/** The value of one setting as it is stored, by its `name`; no row when nobody has saved it. */
export const findSetting = planned<{ value: unknown }>(
  "setting",
  sql`select setting_value as value from site_settings where setting_name = ${sql.placeholder("name")}`,
);
