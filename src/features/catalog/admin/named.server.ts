import type { SQL } from "drizzle-orm";
import { sql } from "drizzle-orm";

/**
 * Each word stands in the column `name`, in any order and case; what was typed may hold the pattern's own signs. Goes after another
 * condition; nothing for no word.
 */
export function named(search: string): SQL {
  const words = search.toLowerCase().split(" ").filter(Boolean);
  const each = words.map((word) => {
    const pattern = `%${word.replace(/[\\%_]/g, "\\$&")}%`;
    return sql` and lower(name) like ${pattern}`;
  });
  return sql.join(each, sql.raw(""));
}
