import type { Page } from "@playwright/test";
import { expect } from "@playwright/test";
import { customerTest } from "#tests/support/browser/customer.ts";
import { test } from "#tests/support/browser/fixtures.ts";
import { choose, pressOn, tabTo, typeInto } from "#tests/support/browser/keyboard.ts";
import { readMailTo } from "#tests/support/browser/mailbox.ts";
import { refusedFormNoise } from "#tests/support/browser/page-noise.ts";
import type { Customer } from "#tests/support/browser/registration.ts";
import { newCustomer, signInCustomer } from "#tests/support/browser/registration.ts";
import { expectReadable, visit } from "#tests/support/browser/shop.ts";

// Nothing here is pressed, written or chosen but by the keyboard; every stop of the focus is looked for on the screen (`tabTo`).

// Long ways on foot: a busy machine takes its time.
test.describe.configure({ timeout: 120_000 });

const toasts = (page: Page) => page.getByRole("region", { name: "Notifications" });
const main = (page: Page) => page.getByRole("main");
const title = (page: Page) => page.getByRole("heading", { level: 1 });
const button = (page: Page, name: string | RegExp) => main(page).getByRole("button", { name });
const link = (page: Page, name: string | RegExp) => main(page).getByRole("link", { name });
const field = (page: Page, label: string | RegExp) => page.getByLabel(label, { exact: true });
const tabOf = (page: Page, name: string) =>
  page.getByRole("navigation", { name: "My Account" }).getByRole("link", { name });

async function signIn(page: Page, { email, password }: Customer): Promise<void> {
  await typeInto(page, field(page, "Email"), email);
  await typeInto(page, field(page, "Password"), password);
  await page.keyboard.press("Enter");
}

test("by keyboard: an account is made, signed in to, left and opened again with a new password", async ({
  page,
  browser,
  baseURL,
  isMobile,
  noise,
}) => {
  noise.expect(/status of 4(01|22)/);
  const shop = baseURL ?? "";
  const rosa = newCustomer();
  const password = field(page, "Password");

  // Specification 5.4
  await test.step("a weak password is refused with its reasons, under its field", async () => {
    await visit(page, "/auth?next=%2Fabout");
    await pressOn(page, link(page, "Create Account"));
    await expect(page).toHaveURL("/auth?tab=create-account&next=%2Fabout");
    await typeInto(page, field(page, "First Name"), rosa.firstName);
    await typeInto(page, field(page, "Last Name"), rosa.lastName);
    await typeInto(page, field(page, "Email"), rosa.email);
    await typeInto(page, password, "password");
    await pressOn(page, button(page, "Create Account"));
    await expect(toasts(page)).toContainText("Failed to create account");
    await expect(password).toHaveAccessibleDescription(/guessers try first/);
    await expect(password).toBeFocused();
    await expect(field(page, "First Name")).toHaveValue("Rosa");
    await expect(field(page, "Email")).toHaveValue(rosa.email);
    await expectReadable(page);
  });

  // Specification 2.8, 2.27, 2.30, 2.55, 2.56, 4.5, 8.4, 8.7
  await test.step("an account is made, signs in and comes back to the page asked for", async () => {
    await typeInto(page, password, rosa.password);
    await expect(password).not.toHaveAccessibleDescription(/guessers/);
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL("/auth?next=%2Fabout");
    await expect(toasts(page)).toContainText("Account created");
    await expect(toasts(page)).toContainText("You can now sign in.");
  });

  // Specification 8.2
  await test.step("a refusal keeps what was typed and says why, in a toast and in the form", async () => {
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
  });

  // Specification 2.27, 2.31, 4.6, 8.6
  await test.step("signs out in the header or the drawer, is told so, and is out for good", async () => {
    const banner = page.getByRole("banner");
    await expect(banner.getByRole("link", { name: "My Account" })).toHaveAttribute(
      "href",
      "/profile",
    );
    const session = (await page.context().cookies()).find(({ name }) => /session/.test(name));
    if (isMobile) await pressOn(page, banner.getByRole("button", { name: "Menu" }));
    await pressOn(page, page.getByRole("button", { name: "Sign Out" }));
    await expect(page).toHaveURL("/auth");
    await expect(toasts(page)).toContainText("Signed out");
    await expect(toasts(page)).toContainText("You have been signed out successfully.");
    await expect(banner.getByRole("link", { name: "Sign in" })).toBeVisible();
    // A copy of the cookie from before is worth nothing either.
    const cookie = `${session?.name}=${session?.value}`;
    const answer = await page.request.get("/session", { headers: { cookie } });
    expect(await answer.json()).toEqual({ role: "visitor" });
  });

  await test.step("a forgotten password is replaced by a link from a mail, once, and ends every session", async () => {
    const elsewhere = await browser.newContext({ baseURL: shop });
    await signInCustomer(elsewhere, shop, rosa);
    await pressOn(page, link(page, "Forgot your password?"));
    await expect(page).toHaveURL("/auth/forgot");
    await typeInto(page, field(page, "Email"), rosa.email);
    await pressOn(page, button(page, "Send me a link"));
    await expect(title(page)).toHaveText("Look into your mailbox");
    await expectReadable(page);
    const mail = await readMailTo(rosa.email, "Choose a new password for Demerara Atelier");
    const mailed = new URL(/http\S+\/auth\/reset\?token=[\w-]+/.exec(mail)?.[0] ?? "");
    await visit(page, mailed.pathname + mailed.search);
    const chosen = field(page, "New password");
    await expect(chosen).toHaveAttribute("autocomplete", "new-password");
    await typeInto(page, chosen, "cotton-by-candlelight-7");
    await expectReadable(page);
    await pressOn(page, button(page, "Save the new password"));
    await expect(page).toHaveURL("/auth");
    await expect(toasts(page)).toContainText("Password changed");
    const session = await elsewhere.request.get("/session");
    expect(await session.json()).toEqual({ role: "visitor" });
    await elsewhere.close();
    // Specification 2.32, 8.7
    await test.step("without a page asked for it leads to the account", async () => {
      await signIn(page, { ...rosa, password: "cotton-by-candlelight-7" });
      await expect(page).toHaveURL("/profile");
    });
    await visit(page, mailed.pathname + mailed.search);
    await expect(main(page)).toContainText("has been used already");
    await tabTo(page, link(page, "Send me a new link"));
  });
});

customerTest(
  "by keyboard: the tabs, the profile, the address book and the payment methods",
  async ({ page, customer, noise }) => {
    noise.expect(refusedFormNoise);

    // Specification 1.4, 2.11, 2.58, 2.64, 2.65, 2.70
    await customerTest.step("an empty account says so on every tab, with a way on", async () => {
      await visit(page, "/profile");
      await expect(title(page)).toHaveText("My Account");
      await expect(main(page)).toContainText("No payment methods saved yet");
      for (const [name, path, words, way] of [
        ["Orders", "/profile/orders", "No orders yet", "Browse Collections"],
        ["Measurements", "/profile/measurements", "No measurements yet", "Get Measured"],
        ["Settings", "/profile/settings", "This device", "Download my data"],
        ["Profile", "/profile", "No addresses saved yet", "Add New Address"],
      ] as const) {
        await pressOn(page, tabOf(page, name));
        await expect(page).toHaveURL(path);
        await expect(tabOf(page, name)).toHaveAttribute("aria-current", "page");
        await expect(tabOf(page, name)).toBeFocused();
        await expect(main(page)).toContainText(words);
        await tabTo(page, link(page, way));
      }
    });

    // Specification 2.59, 2.60, 2.61, 2.62, 2.63, 4.27, 8.38
    await customerTest.step("the profile is edited in its place, saved, and says so", async () => {
      await pressOn(page, link(page, "Edit Profile"));
      await expect(field(page, "First name")).toBeFocused();
      await expect(field(page, "Email")).toBeDisabled();
      await expect(field(page, "Email")).toHaveValue(customer.email);
      await expect(main(page)).toContainText("Email cannot be changed");
      await typeInto(page, field(page, "First name"), "");
      await pressOn(page, button(page, "Save Changes"));
      await expect(main(page)).toContainText("First name is required");
      await expect(field(page, "First name")).toBeFocused();
      await typeInto(page, field(page, "First name"), "Rosa");
      await page.keyboard.press("Enter");
      await expect(toasts(page)).toContainText("Profile updated");
      await expect(toasts(page)).toContainText(
        "Your profile information has been updated successfully.",
      );
      await expect(main(page).getByText("Rosa", { exact: true })).toBeVisible();
    });

    // Specification 2.62, 4.27
    await customerTest.step("Cancel leaves it as it was", async () => {
      await pressOn(page, link(page, "Edit Profile"));
      await typeInto(page, field(page, "Last name"), "Somebody");
      await pressOn(page, link(page, "Cancel"));
      await expect(page).toHaveURL("/profile");
      await expect(main(page).getByText("Persaud", { exact: true })).toBeVisible();
    });

    // Specification 2.64
    await customerTest.step("an address is added in the words of its country", async () => {
      await pressOn(page, link(page, "Add New Address"));
      await expect(page).toHaveURL("/profile/addresses/new");
      await expect(page.getByLabel(/Postal code/)).toHaveCount(0);
      await choose(page, page.getByLabel("Country"), "United States");
      await typeInto(page, page.getByLabel("Full name"), "Asha Persaud");
      const street = page.getByRole("textbox", { name: "Address", exact: true });
      await typeInto(page, street, "4 Atlantic Avenue");
      await typeInto(page, page.getByLabel("City or village"), "Brooklyn");
      await pressOn(page, button(page, "Save Address"));
      await expect(main(page)).toContainText("State is required");
      await expect(main(page)).toContainText("ZIP code is required");
      await expect(page.getByLabel("State")).toBeFocused();
      await expectReadable(page);
      await typeInto(page, page.getByLabel("State"), "NY");
      await typeInto(page, page.getByLabel("ZIP code"), "11201");
      await page.keyboard.press("Enter");
      await expect(toasts(page)).toContainText("Address saved");
      await expect(main(page)).toContainText("Brooklyn, NY, 11201");
      await expect(main(page).getByText("Default", { exact: true })).toBeVisible();
    });

    await customerTest.step("a second one is made the default", async () => {
      await pressOn(page, link(page, "Add New Address"));
      await typeInto(page, page.getByLabel("Full name"), "Bibi Persaud");
      const street = page.getByRole("textbox", { name: "Address", exact: true });
      await typeInto(page, street, "12 Camp Street");
      await typeInto(page, page.getByLabel("City or village"), "Georgetown");
      await page.keyboard.press("Enter");
      const isDefault = main(page)
        .getByRole("listitem")
        .filter({ has: page.getByText("Default", { exact: true }) });
      await expect(isDefault).toContainText("Asha Persaud");
      await pressOn(page, button(page, /^Make default: Bibi/));
      await expect(isDefault).toContainText("Bibi Persaud");
    });

    await customerTest.step("one is changed, deleted and put back", async () => {
      await pressOn(page, link(page, /^Edit Asha Persaud, 4 Atlantic Avenue/));
      await typeInto(page, page.getByLabel(/Apartment/), "3F");
      await pressOn(page, button(page, "Save Address"));
      await expect(main(page).getByText("3F", { exact: true })).toBeVisible();
      await pressOn(page, button(page, /^Delete: Asha/));
      await expect(main(page)).toContainText("Address deleted");
      await expect(main(page)).not.toContainText("Brooklyn, NY, 11201");
      await expectReadable(page);
      await pressOn(page, button(page, "Undo"));
      await expect(main(page)).toContainText("Brooklyn, NY, 11201");
      await expect(main(page)).not.toContainText("Address deleted");
    });

    // Specification 2.64
    await customerTest.step("no card is kept, and the page says why", async () => {
      await pressOn(page, button(page, "Add Payment Method"));
      await expect(page).toHaveURL("/profile/payment-methods");
      await expect(main(page)).toContainText("There is nothing to save here.");
      await expectReadable(page);
      await pressOn(page, link(page, "Back to your profile"));
      await expect(page).toHaveURL("/profile");
    });

    // Specification 2.64
    await customerTest.step("Sign Out ends the session and leads home", async () => {
      await pressOn(page, button(page, "Sign Out"));
      await expect(page).toHaveURL("/");
      await expect(toasts(page)).toContainText("You have been signed out successfully.");
      await page.goto("/profile", { waitUntil: "domcontentloaded" });
      await expect(page).toHaveURL("/auth");
    });
  },
);
