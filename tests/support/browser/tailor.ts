import type { Browser, Page } from "@playwright/test";
import { eq } from "drizzle-orm";
import { profiles } from "#db/schema/identity.server.ts";
import { createCustomer } from "../sessions.ts";
import { anotherSession, inShopDatabase } from "./customer.ts";
import { newEmail } from "./payment.ts";

/** A tailor with the atelier permission, in a browser as large as the visitor's. */
export async function tailorAt(browser: Browser, shop: string, visitor: Page) {
  const userId = await inShopDatabase(shop, async (db) => {
    const id = await createCustomer(db, { email: newEmail(), role: "admin", name: "Rosa Gomes" });
    await db.update(profiles).set({ isAtelier: true }).where(eq(profiles.id, id));
    return id;
  });
  const session = await anotherSession(browser, shop, userId);
  await session.page.setViewportSize(visitor.viewportSize() ?? { width: 1440, height: 900 });
  return session;
}
