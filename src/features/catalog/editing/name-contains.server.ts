import type { SQL } from "drizzle-orm";
import { sql } from "drizzle-orm";

/** Condition that `name` contains each word in any order and case. Follows another; empty without words. */
export function nameContains(search: string): SQL {
  const terms = search.toLowerCase().split(" ").filter(Boolean);
  const each = terms.map((word) => {
    const pattern = `%${word.replace(/[\\%_]/g, "\\$&")}%`;
    return sql` and lower(name) like ${pattern}`;
  });
  return sql.join(each, sql.raw(""));
}
