import type { Page } from "@playwright/test";
import { expect } from "@playwright/test";
import { expectAccessible } from "#tests/support/browser/accessibility.ts";
import { onPhone } from "#tests/support/browser/both-widths.ts";
import { test } from "#tests/support/browser/fixtures.ts";
import { toasts } from "#tests/support/browser/locators.ts";
import { readMailTo } from "#tests/support/browser/mailbox.ts";
import { cutOffNoise } from "#tests/support/browser/page-noise.ts";
import type { Customer } from "#tests/support/browser/registration.ts";
import {
  cookiesOf,
  newCustomer,
  registerCustomer,
  sendForm,
  signInCustomer,
} from "#tests/support/browser/registration.ts";
import { visit } from "#tests/support/browser/shop.ts";

const password = (page: Page) => page.getByLabel("Password", { exact: true });

async function fillRegistration(page: Page, customer: Customer): Promise<void> {
  await page.getByLabel("First Name").fill(customer.firstName);
  await page.getByLabel("Last Name").fill(customer.lastName);
  await page.getByLabel("Email").fill(customer.email);
  await password(page).fill(customer.password);
}

async function fillLogin(page: Page, { email, password: term }: Customer): Promise<void> {
  await page.getByLabel("Email").fill(email);
  await password(page).fill(term);
}

const enter = (page: Page) => page.getByRole("button", { name: "Login" }).click();

test.describe("the sign-in form", () => {
  for (const { tab, path, busy, message } of [
    { tab: "Login", path: "/auth", busy: "Signing in...", message: "Failed to sign in" },
    {
      tab: "Create Account",
      path: "/auth?tab=create-account",
      busy: "Creating account...",
      message: "Failed to create account",
    },
  ]) {
    // Specification 4.13, 8.3
    test(`${tab} says '${busy}' while it works and '${message}' when the shop fails`, async ({
      page,
      noise,
    }) => {
      noise.expect(cutOffNoise);
      await visit(page, path);
      let fail = () => {};
      const failed = new Promise<void>((resolve) => {
        fail = resolve;
      });
      await page.route(/\/auth\.data/, async (route) => {
        if (route.request().method() !== "POST") return route.continue();
        await failed;
        await route.abort();
      });
      const rosa = newCustomer();
      if (tab === "Login") await fillLogin(page, rosa);
      else await fillRegistration(page, rosa);
      await page.getByRole("button", { name: tab }).click();
      await expect(page.getByRole("button", { name: busy })).toBeVisible();
      fail();
      await expect(toasts(page)).toContainText("Error");
      await expect(toasts(page)).toContainText(message);
      await expect(page.getByLabel("Email")).toHaveValue(rosa.email);
      await expect(password(page)).toHaveValue(rosa.password);
    });
  }

  // Specification 5.2
  test("is one form that password managers understand, and shows the password on request", async ({
    page,
  }) => {
    await visit(page, "/auth");
    await expect(page.getByLabel("Email")).toHaveAttribute("autocomplete", "username");
    await expect(password(page)).toHaveAttribute("autocomplete", "current-password");
    await password(page).fill("visible");
    await page.getByRole("button", { name: "Show password" }).click();
    await expect(password(page)).toHaveAttribute("type", "text");
    await expect(page.getByRole("main").locator("form")).toHaveCount(1);
    await page.getByRole("link", { name: "Create Account" }).click();
    await expect(password(page)).toHaveAttribute("autocomplete", "new-password");
    for (const label of ["First Name", "Last Name", "Email"]) {
      await expect(page.getByLabel(label)).toHaveJSProperty("required", true);
    }
  });
});

test.describe("a customer who is signed in", () => {
  test("is redirected from the sign-in page, but never to another site", async ({
    page,
    baseURL,
  }) => {
    await signInCustomer(page.context(), baseURL ?? "");
    await visit(page, "/auth?next=%2Fabout");
    await expect(page).toHaveURL("/about");
    const response = await page.request.get("/auth?next=%2F%2Fevil.example", { maxRedirects: 0 });
    expect(response.headers().location).toBe("/profile");
  });

  // Specification 8.5
  test("sees a message when signing out failed", async ({ page, baseURL }) => {
    await signInCustomer(page.context(), baseURL ?? "");
    await page
      .context()
      .addCookies([{ name: "da_flash", value: "sign-out-failed", url: baseURL ?? "" }]);
    await visit(page, "/about");
    await expect(toasts(page)).toContainText("Failed to sign out");
    // The message is shown once.
    await visit(page, "/about");
    await expect(toasts(page)).not.toContainText("Failed to sign out");
  });

  // Specification 2.167
  test("cannot use the content management", async ({ page, baseURL }) => {
    await signInCustomer(page.context(), baseURL ?? "");
    await visit(page, "/admin");
    await expect(page).toHaveURL("/login");
  });
});

test.describe("a forgotten password", () => {
  test("gets the same response for an unknown email", async ({ page }) => {
    const { email } = newCustomer();
    await visit(page, "/auth/forgot");
    await page.getByLabel("Email").fill(email);
    await page.getByRole("button", { name: "Send me a link" }).click();
    await expect(page.getByRole("status").filter({ hasText: email })).toContainText(
      `If ${email} has an account with us, a mail with a link is on its way.`,
    );
  });
});

test("an email is confirmed with one press on the page of the mailed link", async ({
  page,
  baseURL,
}) => {
  const rosa = await registerCustomer(baseURL ?? "");
  const mail = await readMailTo(rosa.email);
  const link = new URL(/http\S+\/auth\/verify\?token=[\w.%-]+/.exec(mail)?.[0] ?? "");
  await visit(page, link.pathname + link.search);
  await expectAccessible(page);
  await onPhone(page, () => expectAccessible(page));
  await page.getByRole("button", { name: "Confirm my email" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Thank you");
});

test("a form on another site changes nothing in the account", async ({ baseURL }) => {
  const shop = baseURL ?? "";
  const rosa = await registerCustomer(shop);
  const { email, password: secret } = rosa;
  const cookie = cookiesOf(await sendForm(`${shop}/auth`, { email, password: secret }));
  const attempts = [
    ["/auth", { email, password: secret }],
    ["/auth.data", { email, password: secret }],
    ["/auth?tab=create-account", { ...newCustomer() }],
    ["/auth/forgot", { email }],
    ["/auth/reset?token=nobody", { password: "cotton-by-candlelight-7" }],
    ["/auth/verify?token=nobody", {}],
    ["/sign-out", {}],
    ["/sign-out.data", {}],
  ] as const;
  for (const [path, fields] of attempts) {
    const from = { origin: "https://evil.example", cookie };
    const response = await sendForm(shop + path, fields, from);
    expect(response.status, path).toBe(403);
    expect(response.headers["set-cookie"], path).toBeUndefined();
  }
  const session = await fetch(`${shop}/session`, { headers: { cookie } });
  expect(await session.json()).toMatchObject({ role: "customer" });
});

// Specification 6.9
test("no page or loader of the account opens for a visitor", async ({ request }) => {
  const paths = [
    "/profile",
    "/account",
    "/profile/orders",
    "/profile/measurements",
    "/profile/settings",
    "/profile/addresses/new",
    "/profile/delete",
    "/profile/export",
    "/profile/orders/0198f000-0000-7000-8000-000000000001",
    "/profile/orders/0198f000-0000-7000-8000-000000000001/receipt",
  ];
  for (const path of paths) {
    const page = await request.get(path, { maxRedirects: 0 });
    expect(page.status(), path).toBe(302);
    expect(page.headers().location, path).toMatch(/^\/auth(\?next=%2F(profile|account)|$)/);
    expect(page.headers()["cache-control"], path).toContain("no-store");
    for (const method of ["GET", "POST"]) {
      const data = await request.fetch(`${path}.data`, { method, maxRedirects: 0 });
      const body = await data.text();
      expect(body.includes("/auth") || data.status() >= 400, `${method} ${path}.data`).toBe(true);
    }
  }
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("an account is created, signed in to and signed out of", async ({ page }) => {
    const rosa = newCustomer();
    await page.goto("/auth?next=%2Fabout");
    await page.getByRole("link", { name: "Create Account" }).click();
    await expect(page.getByLabel("First Name")).toBeVisible();
    await fillRegistration(page, rosa);
    await page.getByRole("button", { name: "Create Account" }).click();
    await expect(page).toHaveURL("/auth?next=%2Fabout");
    await expect(page.getByText("You can now sign in.")).toBeVisible();
    await fillLogin(page, rosa);
    await enter(page);
    await expect(page).toHaveURL("/about");
    await page.goto("/sign-out");
    await page.getByRole("button", { name: "Sign Out" }).click();
    await expect(page).toHaveURL("/");
    await page.goto("/auth");
    await expect(page.getByRole("button", { name: "Login" })).toBeVisible();
  });

  test("a refused sign-in keeps the email and clears the password", async ({ page, noise }) => {
    noise.expect(/status of 4(01|22)/);
    const stranger = newCustomer();
    await page.goto("/auth");
    await fillLogin(page, stranger);
    await enter(page);
    await expect(page.getByRole("main")).toContainText("Invalid email or password");
    await expect(page.getByLabel("Email")).toHaveValue(stranger.email);
    await expect(password(page)).toHaveValue("");
  });

  test("a link for a forgotten password can be requested", async ({ page }) => {
    const { email } = newCustomer();
    await page.goto("/auth/forgot");
    await page.getByLabel("Email").fill(email);
    await page.getByRole("button", { name: "Send me a link" }).click();
    await expect(page.getByText("a mail with a link is on its way")).toBeVisible();
  });
});
