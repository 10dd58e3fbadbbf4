import type { Result } from "#core/result.ts";
import { ok } from "#core/result.ts";
import type { Queryable } from "#db/client.server.ts";
import { siteSettings } from "#db/schema/settings.server.ts";
import { asAdmin } from "#features/base/identity/guards.server.ts";
import type { AdminSettings } from "./settings-form.ts";
import type { SectionValues } from "./settings-sections.ts";
import { eachSection, NEVER_SAVED, readSection } from "./settings-sections.ts";
import { INTEGRATIONS, readStripeKeys } from "./stored-stripe-keys.server.ts";
import { shownStripeMode } from "./stripe-keys.ts";

/** All settings for Site Settings, with defaults. */
export const getAdminSettings = asAdmin(async (db: Queryable): Promise<Result<AdminSettings>> => {
  const rows = new Map(
    (await db.select().from(siteSettings)).map((row) => [row.settingName, row] as const),
  );
  return ok({
    values: eachSection((name) =>
      readSection(name, rows.get(name)?.settingValue),
    ) as unknown as SectionValues,
    versions: eachSection((name) => rows.get(name)?.version ?? NEVER_SAVED),
    stripe: stripeHint(rows.get(INTEGRATIONS)),
  });
});

function stripeHint(row: typeof siteSettings.$inferSelect | undefined): AdminSettings["stripe"] {
  const keys = readStripeKeys(row?.settingValue);
  const publishableKey = keys?.stripePublishableKey ?? "";
  return {
    version: row?.version ?? NEVER_SAVED,
    publishableKey,
    secretHint: keys?.secretHint ?? null,
    mode: shownStripeMode(publishableKey),
  };
}
