import type { Page } from "@playwright/test";
import { expect } from "@playwright/test";
import { newId } from "#core/ids.ts";
import { expectAccessible } from "#tests/support/browser/accessibility.ts";
import { anotherSession } from "#tests/support/browser/customer.ts";
import { expectFitsEveryWidth } from "#tests/support/browser/every-width.ts";
import { openVisitor, test as shopTest } from "#tests/support/browser/fixtures.ts";
import { readMailTo } from "#tests/support/browser/mailbox.ts";
import { visit } from "#tests/support/browser/shop.ts";
import { createCustomer } from "#tests/support/sessions.ts";
import { currentShop } from "#tests/support/shop/current-shop.ts";
import { createStaff } from "#tests/support/staff.ts";
import { totpCode } from "#tests/support/totp.ts";

// Passkeys belong to a host name.
const test = shopTest.extend({
  baseURL: ({ shop }, use) => use(shop.url.replace("127.0.0.1", "localhost")),
});

const PASSWORD = "mangrove-and-river-7";

async function enterPassword(page: Page, username: string): Promise<void> {
  await visit(page, "/login");
  await page.getByLabel("Username").fill(username);
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.getByRole("button", { name: "Access CMS" }).click();
}

/** A new admin, whom one request has signed in. */
async function asNewAdmin(page: Page, baseURL: string | undefined): Promise<string> {
  const username = await currentShop().inDatabase((db) => createStaff(db, PASSWORD));
  const response = await page.request.post("/login", {
    form: { username, password: PASSWORD },
    headers: { origin: baseURL ?? "" },
    maxRedirects: 0,
  });
  expect(response.headers().location, "the new admin is signed in").toBe("/admin");
  return username;
}

async function openWithPassword(page: Page, title: string, submit: string): Promise<void> {
  const disclosure = page.locator("details").filter({ hasText: title });
  await disclosure.locator("summary").click();
  await disclosure.getByLabel("Your current password").fill(PASSWORD);
  await disclosure.getByRole("button", { name: submit }).click();
}

const recoveryCodes = (page: Page) =>
  page.getByRole("listitem").filter({ hasText: /^\w{5}-\w{5}$/ });

test("a new admin is offered a second factor, sets up an app, and signs in with its code and a recovery code", async ({
  page,
  baseURL,
}) => {
  const username = await asNewAdmin(page, baseURL);
  await visit(page, "/admin");
  await page.getByRole("link", { name: "Set it up" }).click();
  await openWithPassword(page, "Set up an authenticator app", "Show the code to scan");
  await expect(page.getByRole("img", { name: /^QR code/ })).toBeVisible();
  const key = (await page.getByText(/^[A-Z2-7]{32,}$/).textContent()) ?? "";
  const recoveryCode = (await recoveryCodes(page).first().textContent()) ?? "";
  await expectAccessible(page);
  await page.getByLabel("Code from the app").fill(totpCode(key));
  await page.getByRole("button", { name: "Turn it on" }).click();
  await expect(page.getByText("The authenticator app is on.", { exact: false })).toBeVisible();
  // The code of the set-up is used up; the next one counts already.
  const HALF_MINUTE_MS = 30_000;
  const nextCode = () => totpCode(key, Date.now() + HALF_MINUTE_MS);
  for (const code of [nextCode, () => recoveryCode]) {
    await page.context().clearCookies();
    await enterPassword(page, username);
    await expect(page.getByRole("heading", { name: "One more step" })).toBeVisible();
    await page.getByLabel("Code", { exact: true }).fill(code());
    await page.getByRole("button", { name: "Sign in", exact: true }).click();
    await expect(page).toHaveURL(/\/admin$/);
  }
  await visit(page, "/admin/activity?subject=account");
  await expect(page.getByText(`${username} signed in to`).first()).toBeVisible();
  await expect(page.getByText("recovery code").first()).toBeVisible();
});

test("a passkey signs in without a password, which then needs it too or one of the recovery codes", async ({
  page,
  baseURL,
}) => {
  const client = await page.context().newCDPSession(page);
  await client.send("WebAuthn.enable");
  await client.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
    },
  });
  const username = await asNewAdmin(page, baseURL);
  await visit(page, "/admin/account");
  await page.getByRole("button", { name: "Add a passkey" }).click();
  await expect(page.getByText("The passkey is added")).toBeVisible();
  const recoveryCode = (await recoveryCodes(page).first().textContent()) ?? "";
  await page.context().clearCookies();
  await enterPassword(page, username);
  await expect(page.getByLabel("Recovery code")).toBeVisible();
  await expectFitsEveryWidth(page);
  await page.getByLabel("Recovery code").fill(recoveryCode);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await expect(page).toHaveURL(/\/admin$/);
  await page.context().clearCookies();
  await enterPassword(page, username);
  await expect(page.getByText("Please use one of your passkeys now")).toBeVisible();
  await page.getByRole("button", { name: "Sign in with a passkey" }).click();
  await expect(page).toHaveURL(/\/admin$/);
  await visit(page, "/admin/account");
  await page.getByRole("button", { name: "Remove", exact: true }).click();
  await expect(page.getByText("The passkey is removed.")).toBeVisible();
  await expectAccessible(page);
  await expectFitsEveryWidth(page);
});

test("an invited person chooses a name and a password, signs in, and is removed again", async ({
  page,
  baseURL,
  browser,
}) => {
  await asNewAdmin(page, baseURL);
  await visit(page, "/admin/account");
  const email = "second@example.com";
  const invite = page.locator("details").filter({ hasText: "Invite an admin" });
  await invite.locator("summary").click();
  await invite.getByLabel("Email").fill(email);
  await invite.getByRole("button", { name: "Send the invitation" }).click();
  await expect(page.getByText("The invitation is made.")).toBeVisible();
  await expect(invite.getByLabel("Email")).toBeHidden();
  // The outbox removes the link once sent.
  const token = /token=([\w-]+)/.exec(await readMailTo(email))?.[1] ?? "";
  await using visitor = await openVisitor(browser, { baseURL: baseURL ?? "" });
  const invited = visitor.page;
  await visit(invited, `/login/invitation?token=${token}`);
  await expectFitsEveryWidth(invited);
  const name = "second";
  await invited.getByLabel("Username").fill(name);
  await invited.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await invited.getByRole("button", { name: "Accept the invitation" }).click();
  await expect(invited).toHaveURL(/\/login\?done=invitation$/);
  await expect(invited.getByText("Your account is ready")).toBeVisible();
  await enterPassword(invited, name);
  await expect(invited).toHaveURL(/\/admin$/);
  await visit(page, "/admin/account");
  const member = page
    .getByRole("listitem")
    .filter({ has: page.getByRole("button", { name: `Remove ${name}`, includeHidden: true }) });
  await member.locator("summary").filter({ hasText: "Remove" }).click();
  await member.getByRole("button", { name: `Remove ${name}` }).click();
  await expect(page.getByText("The admin is removed")).toBeVisible();
  await invited.goto("/admin");
  await expect(invited).toHaveURL(/\/login/);
});

test("an owner signs a customer out everywhere at phone width, and the customer's open browser meets the sign-in", async ({
  page,
  browser,
  baseURL,
  shop,
}) => {
  const email = `asha-${newId()}@example.org`;
  const userId = await currentShop().inDatabase((db) => createCustomer(db, { email }));
  await using device = await anotherSession(browser, shop.url, userId);
  await visit(device.page, "/profile/orders");
  await expect(device.page).toHaveURL(/\/profile\/orders$/);
  await asNewAdmin(page, baseURL);
  await page.setViewportSize({ width: 390, height: 844 });
  await visit(page, `/admin/customers/person?${new URLSearchParams({ email })}`);
  await expect(page.getByText("Signed in on one device.")).toBeVisible();
  await page.getByText("Sign out everywhere…").click();
  await page.getByRole("button", { name: "Sign out everywhere" }).click();
  await expect(page.getByText("Not signed in anywhere at the moment.")).toBeVisible();
  await device.page.reload();
  await expect(device.page).toHaveURL(/\/auth\?next=/);
  await readMailTo(email, "You are signed out at Demerara Atelier");
});
