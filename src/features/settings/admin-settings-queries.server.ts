import { eq } from "drizzle-orm";
import type { Result } from "#core/result.ts";
import { fail, ok } from "#core/result.ts";
import type { Queryable } from "#db/client.server.ts";
import { media } from "#db/schema/media.server.ts";
import { siteSettings } from "#db/schema/settings.server.ts";
import type { Actor } from "#features/identity/actor.ts";
import { isAdmin } from "#features/identity/actor.ts";
import type { AdminSettings } from "./admin-settings.ts";
import type { SectionName } from "./settings-input.ts";
import { NEVER_SAVED } from "./settings-input.ts";
import { readStored } from "./stored-settings.ts";
import { INTEGRATIONS, readStripeKeys } from "./stored-stripe-keys.server.ts";
import { shownStripeMode } from "./stripe-keys.ts";

/** Everything the Site Settings tab shows; what was never saved comes from the defaults, as on the storefront. */
export async function getAdminSettings(
  db: Queryable,
  input: { actor: Actor },
): Promise<Result<AdminSettings, "forbidden">> {
  if (!isAdmin(input.actor)) return fail("forbidden");
  const rows = new Map(
    (await db.select().from(siteSettings)).map((row) => [row.settingName, row] as const),
  );
  const stored = (name: SectionName) => rows.get(name)?.settingValue;
  const version = (name: string) => rows.get(name)?.version ?? NEVER_SAVED;
  const seo = readStored.seo(stored("seo"));
  return ok({
    values: {
      general: readStored.general(stored("general")),
      footer: readStored.footer(stored("footer")),
      cart: readStored.cart(stored("cart")),
      announcement: readStored.announcement(stored("announcement")),
      seo,
      shipping: readStored.shipping(stored("shipping")),
    },
    versions: {
      general: version("general"),
      footer: version("footer"),
      cart: version("cart"),
      announcement: version("announcement"),
      seo: version("seo"),
      shipping: version("shipping"),
    },
    stripe: stripeHint(rows.get(INTEGRATIONS)),
    socialImage: seo.socialImageId === null ? null : await findPicture(db, seo.socialImageId),
  });
}

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

async function findPicture(db: Queryable, id: string) {
  const [picture] = await db
    .select({ id: media.id, name: media.name })
    .from(media)
    .where(eq(media.id, id));
  return picture ?? null;
}
