import { expect } from "@playwright/test";
import { eq } from "drizzle-orm";
import { profiles, sessions } from "#db/schema/identity.server.ts";
import { expectAccessible } from "#tests/support/browser/accessibility.ts";
import { expectFitsEveryWidth } from "#tests/support/browser/every-width.ts";
import { test } from "#tests/support/browser/fixtures.ts";
import { scriptRuns, visit } from "#tests/support/browser/shop.ts";
import { currentShop } from "#tests/support/shop/current-shop.ts";
import { createStaff } from "#tests/support/staff.ts";

const PASSWORD = "mangrove-and-river-7";
const HOUR_MS = 60 * 60 * 1000;

test("a form that is posted after the session ended waits for the sign-in in another window, and is sent", async ({
  page,
  baseURL,
  noise,
}) => {
  noise.expect(/status of 403/);
  const username = await currentShop().inDatabase((db) => createStaff(db, PASSWORD));
  await page.request.post("/login", {
    form: { username, password: PASSWORD },
    headers: { origin: baseURL ?? "" },
    maxRedirects: 0,
  });
  await visit(page, "/admin/account");
  await expect(page.getByText("when it was not used for 2 hours")).toBeVisible();
  const invite = page.locator("details").filter({ hasText: "Invite an admin" });
  await invite.locator("summary").click();
  await invite.getByLabel("Email").fill("third@example.com");
  await currentShop().inDatabase(async (db) => {
    const own = db
      .select({ id: profiles.id })
      .from(profiles)
      .where(eq(profiles.displayUsername, username));
    const updatedAt = new Date(Date.now() - 3 * HOUR_MS);
    await db.update(sessions).set({ updatedAt }).where(eq(sessions.userId, own));
  });
  await invite.getByRole("button", { name: "Send the invitation" }).click();
  await expect(page.getByRole("heading", { name: "Please sign in again" })).toBeVisible();
  await expect(page.getByText("this browser was not used for 2 hours")).toBeVisible();
  await expectAccessible(page);
  await expectFitsEveryWidth(page);
  const sendAgain = page.getByRole("button", { name: "I am signed in, send it again" });
  await sendAgain.click();
  await expect(page.getByText("You are not signed in yet.")).toBeVisible();
  const opened = page.context().waitForEvent("page");
  await page.getByRole("link", { name: "Sign in in a new window" }).click();
  const other = await opened;
  await scriptRuns(other);
  await other.getByLabel("Username").fill(username);
  await other.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await other.getByRole("button", { name: "Access CMS" }).click();
  await expect(other).toHaveURL(/\/admin$/);
  await other.close();
  await sendAgain.click();
  await expect(page.getByText("The invitation is made.")).toBeVisible();
});
