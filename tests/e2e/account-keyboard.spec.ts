import type { Page } from "@playwright/test";
import { expect } from "@playwright/test";
import { addresses } from "#db/schema/customers.server.ts";
import { onPhone } from "#tests/support/browser/both-widths.ts";
import { customerTest } from "#tests/support/browser/customer.ts";
import { test } from "#tests/support/browser/fixtures.ts";
import { choose, pressOn, tabTo, typeInto } from "#tests/support/browser/keyboard.ts";
import {
  accountTab,
  button,
  field,
  link,
  main,
  title,
  toasts,
} from "#tests/support/browser/locators.ts";
import { readMailTo } from "#tests/support/browser/mailbox.ts";
import { refusedFormNoise } from "#tests/support/browser/page-noise.ts";
import type { Customer } from "#tests/support/browser/registration.ts";
import {
  newCustomer,
  registerCustomer,
  signInCustomer,
} from "#tests/support/browser/registration.ts";
import { expectReadable, visit } from "#tests/support/browser/shop.ts";

// `tabTo` fails for a control without Tab or visible focus.

test.describe.configure({ timeout: 120_000 });

async function signIn(page: Page, { email, password }: Customer): Promise<void> {
  await typeInto(page, field(page, "Email"), email);
  await typeInto(page, field(page, "Password"), password);
  await page.keyboard.press("Enter");
}

// Specification 2.30, 2.55, 2.56, 4.5, 5.4, 8.7
test("a visitor creates an account with the keyboard, and a weak password is refused with its reasons", {
  tag: "@both",
}, async ({ page, noise }) => {
  noise.expect(/status of 422/);
  const rosa = newCustomer();
  const password = field(page, "Password");
  await visit(page, "/auth?next=%2Fabout");
  await pressOn(page, link(main(page), "Create Account"));
  await expect(page).toHaveURL("/auth?tab=create-account&next=%2Fabout");
  await typeInto(page, field(page, "First Name"), rosa.firstName);
  await typeInto(page, field(page, "Last Name"), rosa.lastName);
  await typeInto(page, field(page, "Email"), rosa.email);
  await typeInto(page, password, "password");
  await pressOn(page, button(main(page), "Create Account"));
  await expect(toasts(page)).toContainText("Failed to create account");
  await expect(password).toHaveAccessibleDescription(/guessers try first/);
  await expect(password).toBeFocused();
  await expect(field(page, "First Name")).toHaveValue("Rosa");
  await expect(field(page, "Email")).toHaveValue(rosa.email);
  await expectReadable(page);
  await typeInto(page, password, rosa.password);
  await expect(password).not.toHaveAccessibleDescription(/guessers/);
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL("/auth?next=%2Fabout");
  await expect(toasts(page)).toContainText("Account created");
  await expect(toasts(page)).toContainText("You can now sign in.");
});

// Specification 2.8, 2.27, 2.31, 4.6, 8.2, 8.4, 8.6
test("a customer signs in with the keyboard after one wrong password, and signs out for good", {
  tag: "@both",
}, async ({ page, baseURL, isMobile, noise }) => {
  noise.expect(/status of 401/);
  const rosa = await registerCustomer(baseURL ?? "");
  const password = field(page, "Password");
  await visit(page, "/auth?next=%2Fabout");
  await signIn(page, { ...rosa, password: "not-the-password-1" });
  await expect(toasts(page)).toContainText("Error");
  await expect(toasts(page)).toContainText("Invalid email or password");
  await expect(main(page)).toContainText("Invalid email or password");
  await expect(field(page, "Email")).toHaveValue(rosa.email);
  await expect(password).toHaveValue("not-the-password-1");
  await expect(password).toBeFocused();
  await expectReadable(page);
  await signIn(page, rosa);
  await expect(page).toHaveURL("/about");
  await expect(toasts(page)).toContainText("Welcome back!");
  await expect(toasts(page)).toContainText("You have successfully signed in.");

  const banner = page.getByRole("banner");
  await expect(link(banner, "My Account")).toHaveAttribute("href", "/profile");
  const session = (await page.context().cookies()).find(({ name }) => /session/.test(name));
  expect(session).toBeDefined();
  if (isMobile) await pressOn(page, button(banner, "Menu"));
  await pressOn(page, button(page, "Sign Out"));
  await expect(page).toHaveURL("/auth");
  await expect(toasts(page)).toContainText("Signed out");
  await expect(toasts(page)).toContainText("You have been signed out successfully.");
  await expect(link(banner, "Sign in")).toBeVisible();
  // Nor an earlier copy of the cookie.
  const cookie = `${session?.name}=${session?.value}`;
  const response = await page.request.get("/session", { headers: { cookie } });
  expect(await response.json()).toEqual({ role: "visitor" });
});

// Specification 2.32, 8.7
test("a forgotten password is replaced with the keyboard through a mailed link, which works once and ends every session", async ({
  page,
  browser,
  baseURL,
}) => {
  const shop = baseURL ?? "";
  const rosa = await registerCustomer(shop);
  const elsewhere = await browser.newContext({ baseURL: shop });
  await signInCustomer(elsewhere, shop, rosa);
  await visit(page, "/auth");
  await pressOn(page, link(main(page), "Forgot your password?"));
  await expect(page).toHaveURL("/auth/forgot");
  await typeInto(page, field(page, "Email"), rosa.email);
  await pressOn(page, button(main(page), "Send me a link"));
  await expect(title(page)).toHaveText("Look into your mailbox");
  await expectReadable(page);
  await onPhone(page, () => expectReadable(page));
  const mail = await readMailTo(rosa.email, "Choose a new password for Demerara Atelier");
  const mailed = new URL(/http\S+\/auth\/reset\?token=[\w-]+/.exec(mail)?.[0] ?? "");
  await visit(page, mailed.pathname + mailed.search);
  const chosen = field(page, "New password");
  await expect(chosen).toHaveAttribute("autocomplete", "new-password");
  await typeInto(page, chosen, "cotton-by-candlelight-7");
  await expectReadable(page);
  await onPhone(page, () => expectReadable(page));
  await pressOn(page, button(main(page), "Save the new password"));
  await expect(page).toHaveURL("/auth");
  await expect(toasts(page)).toContainText("Password changed");
  const session = await elsewhere.request.get("/session");
  expect(await session.json()).toEqual({ role: "visitor" });
  await elsewhere.close();
  await signIn(page, { ...rosa, password: "cotton-by-candlelight-7" });
  await expect(page).toHaveURL("/profile");
  await visit(page, mailed.pathname + mailed.search);
  await expect(main(page)).toContainText("has been used already");
  await tabTo(page, link(main(page), "Send me a new link"));
});

// Specification 1.4, 2.11, 2.58, 2.64, 2.65, 2.70
customerTest(
  "every tab of an empty account says so and offers a link by keyboard",
  { tag: "@both" },
  async ({ page }) => {
    await visit(page, "/profile");
    await expect(title(page)).toHaveText("My Account");
    await expect(main(page)).toContainText("No payment methods saved yet");
    for (const [name, path, message, wayOn] of [
      ["Orders", "/profile/orders", "No orders yet", "Browse Collections"],
      ["Measurements", "/profile/measurements", "No measurements yet", "Get Measured"],
      ["Settings", "/profile/settings", "This device", "Download my data"],
      ["Profile", "/profile", "No addresses saved yet", "Add New Address"],
    ] as const) {
      await pressOn(page, accountTab(page, name));
      await expect(page).toHaveURL(path);
      await expect(accountTab(page, name)).toHaveAttribute("aria-current", "page");
      await expect(accountTab(page, name)).toBeFocused();
      await expect(main(page)).toContainText(message);
      await tabTo(page, link(main(page), wayOn));
    }
  },
);

// Specification 2.59, 2.60, 2.61, 2.62, 2.63, 4.27, 8.38
customerTest(
  "the profile is edited with the keyboard, and Cancel changes nothing",
  { tag: "@both" },
  async ({ page, customer, noise }) => {
    noise.expect(refusedFormNoise);
    await visit(page, "/profile");
    await pressOn(page, link(main(page), "Edit Profile"));
    await expect(field(page, "First name")).toBeFocused();
    await expect(field(page, "Email")).toBeDisabled();
    await expect(field(page, "Email")).toHaveValue(customer.email);
    await expect(main(page)).toContainText("Email cannot be changed");
    await typeInto(page, field(page, "First name"), "");
    await pressOn(page, button(main(page), "Save Changes"));
    await expect(main(page)).toContainText("First name is required");
    await expect(field(page, "First name")).toBeFocused();
    await typeInto(page, field(page, "First name"), "Rosa");
    await page.keyboard.press("Enter");
    await expect(toasts(page)).toContainText("Profile updated");
    await expect(toasts(page)).toContainText(
      "Your profile information has been updated successfully.",
    );
    await expect(main(page).getByText("Rosa", { exact: true })).toBeVisible();

    await pressOn(page, link(main(page), "Edit Profile"));
    await typeInto(page, field(page, "Last name"), "Somebody");
    await pressOn(page, link(main(page), "Cancel"));
    await expect(page).toHaveURL("/profile");
    await expect(main(page).getByText("Persaud", { exact: true })).toBeVisible();
  },
);

// Specification 2.64
customerTest(
  "an address is added with the keyboard, with the fields of its country",
  { tag: "@both" },
  async ({ page, noise }) => {
    noise.expect(refusedFormNoise);
    await visit(page, "/profile");
    await pressOn(page, link(main(page), "Add New Address"));
    await expect(page).toHaveURL("/profile/addresses/new");
    await expect(page.getByLabel(/Postal code/)).toHaveCount(0);
    await choose(page, page.getByLabel("Country"), "United States");
    await typeInto(page, page.getByLabel("Full name"), "Asha Persaud");
    const street = page.getByRole("textbox", { name: "Address", exact: true });
    await typeInto(page, street, "4 Atlantic Avenue");
    await typeInto(page, page.getByLabel("City or village"), "Brooklyn");
    await pressOn(page, button(main(page), "Save Address"));
    await expect(main(page)).toContainText("State is required");
    await expect(main(page)).toContainText("ZIP code is required");
    await expect(page.getByLabel("State")).toBeFocused();
    await expectReadable(page);
    await typeInto(page, page.getByLabel("State"), "NY");
    await typeInto(page, page.getByLabel("ZIP code"), "11201");
    await page.keyboard.press("Enter");
    await expect(toasts(page)).toContainText("Address saved");
    await expect(main(page)).toContainText("Brooklyn, NY 11201");
    await expect(main(page).getByText("Default", { exact: true })).toBeVisible();
  },
);

customerTest(
  "with the keyboard another address becomes the default, and one is changed, deleted and restored",
  { tag: "@both" },
  async ({ page, customer }) => {
    const { userId } = customer;
    await customer.inDatabase((db) =>
      db.insert(addresses).values([
        {
          ...{ userId, fullName: "Asha Persaud", line1: "4 Atlantic Avenue", isDefault: true },
          ...{ city: "Brooklyn", region: "NY", postalCode: "11201", country: "US" },
        },
        { userId, fullName: "Bibi Persaud", line1: "12 Camp Street", city: "Georgetown" },
      ]),
    );
    await visit(page, "/profile");
    const isDefault = main(page)
      .getByRole("listitem")
      .filter({ has: page.getByText("Default", { exact: true }) });
    await expect(isDefault).toContainText("Asha Persaud");
    await pressOn(page, button(main(page), /^Make default: Bibi/));
    await expect(isDefault).toContainText("Bibi Persaud");
    await pressOn(page, link(main(page), /^Edit Asha Persaud, 4 Atlantic Avenue/));
    await typeInto(page, page.getByLabel(/Apartment/), "3F");
    await pressOn(page, button(main(page), "Save Address"));
    await expect(main(page).getByText("3F", { exact: true })).toBeVisible();
    await pressOn(page, button(main(page), /^Delete: Asha/));
    await expect(main(page)).toContainText("Address deleted");
    await expect(main(page)).not.toContainText("Brooklyn, NY 11201");
    await expectReadable(page);
    await pressOn(page, button(main(page), "Undo"));
    await expect(main(page)).toContainText("Brooklyn, NY 11201");
    await expect(main(page)).not.toContainText("Address deleted");
  },
);

// Specification 2.64
customerTest(
  "the page of payment methods and Sign Out are reached with the keyboard",
  { tag: "@both" },
  async ({ page }) => {
    await visit(page, "/profile");
    await pressOn(page, button(main(page), "Add Payment Method"));
    await expect(page).toHaveURL("/profile/payment-methods");
    await expect(main(page)).toContainText("There is nothing to save here.");
    await expectReadable(page);
    await pressOn(page, link(main(page), "Back to your profile"));
    await expect(page).toHaveURL("/profile");
    await pressOn(page, button(main(page), "Sign Out"));
    await expect(page).toHaveURL("/");
    await expect(toasts(page)).toContainText("You have been signed out successfully.");
    await page.goto("/profile", { waitUntil: "domcontentloaded" });
    await expect(page).toHaveURL("/auth");
  },
);
