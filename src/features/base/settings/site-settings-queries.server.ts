import { sql } from "drizzle-orm";
import { batched } from "#db/batch-statements.server.ts";
import type { Queryable } from "#db/client.server.ts";
import { prepareStatement } from "#db/prepared-statement.server.ts";
import type { SectionName, SectionValues, ShippingSettings } from "./settings-sections.ts";
import { readSection } from "./settings-sections.ts";
import type { DutiesTerms } from "./shipping-methods.ts";

const findSettings = prepareStatement<{ name: string; value: unknown }>(
  "settings",
  sql`select setting_name as name, setting_value as value from site_settings
       where setting_name in (select json_array_elements_text(${sql.placeholder("names")}::json))`,
);

/** Finds a stored setting, or null. Concurrent calls share a statement. */
export const findSetting = batched(async (db: Queryable, names: readonly string[]) => {
  const rows = await findSettings(db, { names: JSON.stringify([...new Set(names)]) });
  const stored = new Map(rows.map(({ name, value }) => [name, value]));
  return names.map((name) => stored.get(name) ?? null);
});

/** A section or its defaults; one statement. */
export async function getSettings<Name extends SectionName>(
  db: Queryable,
  name: Name,
): Promise<SectionValues[Name]> {
  return readSection(name, await findSetting(db, name));
}

/** Reads the owner's shipping methods, else those of specification 2 and 9, in one statement. */
export async function getShippingSettings(db: Queryable): Promise<ShippingSettings> {
  return getSettings(db, "shipping");
}

/** Reads the owner's text on duties, in one statement. */
export async function getDutiesTerms(db: Queryable): Promise<DutiesTerms> {
  const { duties, dutyFreeCountries } = await getSettings(db, "shipping");
  return { duties, dutyFreeCountries };
}
