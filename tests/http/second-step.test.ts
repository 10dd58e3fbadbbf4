import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { newId } from "#core/ids.ts";
import { profiles } from "#db/schema/identity.server.ts";
import { readMailTo } from "#tests/support/requests/mailbox.ts";
import { shopSuite } from "#tests/support/requests/shop-suite.ts";
import type { ShownPage } from "#tests/support/requests/shown-page.ts";
import { signedInAdmin, signInOwner } from "#tests/support/requests/sign-in.ts";
import type { Visitor } from "#tests/support/requests/visitor.ts";
import { totpCode } from "#tests/support/totp.ts";

const { shop, visitor } = shopSuite();

const PASSWORD = "linen-on-sunday-4";
const HALF_MINUTE_MS = 30_000;

/** A customer whose email is confirmed, without a session. */
async function newCustomer(): Promise<string> {
  const email = `rosa-${newId()}@example.org`;
  const fields = { firstName: "Rosa", lastName: "Persaud", email, password: PASSWORD };
  await visitor().post("/auth?tab=create-account", fields);
  await shop().inDatabase((db) =>
    db.update(profiles).set({ emailVerified: true }).where(eq(profiles.email, email)),
  );
  return email;
}

async function enterPassword(somebody: Visitor, email: string, next = "/profile/settings") {
  const page = await somebody.open(`/auth?${new URLSearchParams({ next })}`);
  return page.press("Login", { Email: email, Password: PASSWORD });
}

const title = (page: ShownPage) => page.getByRole("heading", { level: 1 }).textContent;

/** Turns an app on by the forms of the page; returns its key and the recovery codes. */
async function turnAppOn(email: string) {
  const settings = await enterPassword(visitor(), email);
  const begun = await settings.press("Show the code to scan", {
    "Your current password": PASSWORD,
  });
  const [key = ""] = /\b[A-Z2-7]{32,}\b/.exec(begun.text) ?? [];
  const recoveryCodes = begun.text.match(/\b[A-Za-z0-9]{5}-[A-Za-z0-9]{5}\b/g) ?? [];
  const done = await begun.press("Turn it on", { "Code from the app": totpCode(key) });
  expect(done.url.pathname).toBe("/profile/settings");
  expect(done.text).toContain("An authenticator app is on.");
  expect(done.text).not.toContain(recoveryCodes[0]);
  return { key, recoveryCodes };
}

test("a customer without JavaScript turns on a second step, passes it back to where she was, and turns it off", async () => {
  const email = await newCustomer();
  const { key, recoveryCodes } = await turnAppOn(email);
  expect(recoveryCodes).toHaveLength(10);
  const mail = await readMailTo(
    email,
    "An authenticator app was added to your account (Demerara Atelier)",
  );
  expect(mail).toContain("/auth/forgot");
  const rosa = visitor();
  const halfway = await enterPassword(rosa, email, "/about");
  expect(title(halfway)).toBe("One more step");
  expect(halfway.text).toContain("Lost your phone and your recovery codes?");
  expect(await (await rosa.request("/session")).json()).toEqual({ role: "visitor" });
  const wrong = await halfway.press("Sign in", { Code: "000000" });
  expect(wrong.status).toBe(401);
  expect(wrong.text).toContain("This code is not right.");
  const nextCode = totpCode(key, Date.now() + HALF_MINUTE_MS);
  const entered = await wrong.press("Sign in", { Code: nextCode });
  expect(entered.url.pathname).toBe("/about");
  const settings = await rosa.open("/profile/settings");
  const off = await settings.press("Turn the app off", { "Your current password": PASSWORD });
  expect(off.url.pathname).toBe("/profile/settings");
  expect((await enterPassword(visitor(), email, "/about")).url.pathname).toBe("/about");
});

test("a customer who lost phone and recovery codes tells the owner the mailed code, who removes her second step", async () => {
  const email = await newCustomer();
  await turnAppOn(email);
  const owner = await signInOwner(visitor());
  const path = `/admin/customers/person?${new URLSearchParams({ email })}`;
  const page = await owner.open(path);
  expect(page.text).toContain("Signing in asks for a second step: an authenticator app.");
  const sent = await page.press("Mail a code to the customer");
  expect(sent.text).toContain("No mail server is set: the email is only stored");
  const mail = await readMailTo(email, "Your code to remove the second step at Demerara Atelier");
  const [code = ""] = /\b\d{6}\b/.exec(mail) ?? [];
  const label = "The code that the customer told you";
  const wrong = await sent.press("Remove the second step", { [label]: code === "1" ? "2" : "1" });
  expect(wrong.text).toContain("This is not the newest code.");
  const removed = await wrong.press("Remove the second step", { [label]: code });
  expect(removed.text).not.toContain("Signing in asks for a second step");
  await readMailTo(email, "The second step of your account at Demerara Atelier is removed");
  expect((await enterPassword(visitor(), email, "/about")).url.pathname).toBe("/about");
  const activity = await owner.open("/admin/activity?subject=customer");
  expect(activity.text).toContain(`removed the second step of ${email}`);
});

test("the library's own addresses open nothing: only the shop's pages lead to it", async () => {
  const email = await newCustomer();
  for (const path of ["sign-in/email", "two-factor/verify-totp", "two-factor/disable"]) {
    const refused = await visitor().post(`/api/auth/${path}`, { email, password: PASSWORD });
    expect(refused.status, path).toBeGreaterThanOrEqual(400);
    expect(refused.headers.getSetCookie().join(), path).not.toContain("session_token");
  }
});

test("an admin who is no owner reads of the second step and cannot remove it", async () => {
  const email = await newCustomer();
  await turnAppOn(email);
  const maya = await signedInAdmin();
  const path = `/admin/customers/person?${new URLSearchParams({ email })}`;
  const page = await maya.open(path);
  expect(page.text).toContain("An owner can remove this.");
  expect(page.queryByRole("button", { name: "Mail a code to the customer" })).toBeNull();
  const refused = await maya.post(path, { intent: "send-removal-code" });
  expect(refused.status).toBe(422);
});
