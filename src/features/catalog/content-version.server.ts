import { sql } from "drizzle-orm";
import type { Queryable } from "#db/client.server.ts";

/** Which content the public sees now: the same number, the same pages (docs/decisions/0003). One statement. */
export async function getContentVersion(db: Queryable): Promise<string> {
  const result = await db.execute<{ version: string }>(sql`select version from content_version`);
  return String(result.rows[0]?.version);
}
