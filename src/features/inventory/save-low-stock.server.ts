import { eq, sql } from "drizzle-orm";
import type { Result } from "#core/result.ts";
import { fail, ok } from "#core/result.ts";
import type { Database } from "#db/client.server.ts";
import { siteSettings } from "#db/schema/settings.server.ts";
import { recordChanges } from "#features/audit/record-change.server.ts";
import type { Actor } from "#features/identity/actor.ts";
import { isAdmin } from "#features/identity/actor.ts";
import { getLowStock } from "./stock-queries.server.ts";
import { stockSettingsSchema } from "./stock-settings.ts";

/** Sets up to how many pieces a combination is low; nothing the public sees follows from it. */
export async function saveLowStock(
  deps: { db: Database },
  input: { actor: Actor; lowStock: number },
): Promise<Result<null, "forbidden" | "invalid">> {
  const { actor } = input;
  if (!isAdmin(actor)) return fail("forbidden");
  const { data: value } = stockSettingsSchema.safeParse({ lowStock: input.lowStock });
  if (!value) return fail("invalid");
  return deps.db.transaction(async (tx) => {
    const isStock = eq(siteSettings.settingName, "stock");
    const unset = { settingName: "stock", settingValue: {}, version: 0 };
    await tx.insert(siteSettings).values(unset).onConflictDoNothing();
    await tx.select().from(siteSettings).where(isStock).for("update");
    const before = await getLowStock(tx);
    await tx
      .update(siteSettings)
      .set({ settingValue: value, version: sql`${siteSettings.version} + 1` })
      .where(isStock);
    const record = (pieces: number) => ({ name: "When stock is low", pieces });
    const change = { action: "changed", subject: "stock", subjectId: "low-stock" } as const;
    const [was, is] = [record(before), record(value.lowStock)];
    await recordChanges(tx, actor, [{ ...change, before: was, after: is }]);
    return ok(null);
  });
}
