import type { Page } from "@playwright/test";
import { expect } from "@playwright/test";
import { newId } from "#core/ids.ts";
import { addresses } from "#db/schema/customers.server.ts";
import { measurementReads } from "#db/schema/measurement.server.ts";
import { onPhone } from "#tests/support/browser/both-widths.ts";
import { customerTest } from "#tests/support/browser/customer.ts";
import { expectFitsEveryWidth } from "#tests/support/browser/every-width.ts";
import { test } from "#tests/support/browser/fixtures.ts";
import { choose, pick, pressOn, tabTo, typeInto } from "#tests/support/browser/keyboard.ts";
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
import { addMeasuredPerson, measuredPerson } from "#tests/support/measurements.ts";
import { currentShop } from "#tests/support/shop/current-shop.ts";

// `tabTo` fails for a control without Tab or visible focus.

async function signIn(page: Page, { email, password }: Customer): Promise<void> {
  await typeInto(page, field(page, "Email"), email);
  await typeInto(page, field(page, "Password"), password);
  await page.keyboard.press("Enter");
}

// Specification 2.30, 2.55, 2.56, 4.5, 5.4, 8.7
test("a visitor creates an account with the keyboard, and a weak password is refused with its reasons", async ({
  page,
  noise,
}) => {
  noise.expect(/status of 422/);
  const rosa = newCustomer();
  const password = field(page, "Password");
  await visit(page, "/auth?next=%2Fabout");
  await pressOn(page, link(main(page), "Create Account"));
  await expect(page).toHaveURL("/auth?tab=create-account&next=%2Fabout");
  await typeInto(page, field(page, "First Name"), rosa.firstName);
  await typeInto(page, field(page, "Last Name (optional)"), rosa.lastName);
  await typeInto(page, field(page, "Email"), rosa.email);
  await typeInto(page, password, "password");
  await pressOn(page, button(main(page), "Create Account"));
  await expect(toasts(page)).toContainText("Failed to create account");
  await expect(password).toHaveAccessibleDescription(/guessers try first/);
  await expect(password).toBeFocused();
  await expect(field(page, "First Name")).toHaveValue("Rosa");
  await expect(field(page, "Email")).toHaveValue(rosa.email);
  await expectReadable(page);
  await onPhone(page, () => expectReadable(page));
  await typeInto(page, password, rosa.password);
  await expect(password).not.toHaveAccessibleDescription(/guessers/);
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL("/auth?next=%2Fabout");
  await expect(toasts(page)).toContainText("Account created");
  await expect(toasts(page)).toContainText("You can now sign in. This shop sends no emails yet");
  // The same in the page is for browsers without JavaScript.
  await expect(page.getByText("Account created")).toHaveCount(2);
  await expect(page.getByText("Account created").and(page.locator(":visible"))).toHaveCount(1);
});

// Specification 2.8, 2.27, 2.31, 4.6, 8.2, 8.4, 8.6
test("a customer signs in with the keyboard after one wrong password, and signs out for good", {
  tag: "@phone",
}, async ({ page, shop, noise }) => {
  noise.expect(/status of 401/);
  const rosa = await registerCustomer(shop.url);
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
  await pressOn(page, button(banner, "Menu"));
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
  shop,
}) => {
  const rosa = await registerCustomer(shop.url);
  const elsewhere = await browser.newContext({ baseURL: shop.url });
  await signInCustomer(elsewhere, shop.url, rosa);
  const before = await elsewhere.request.get("/session");
  expect(await before.json()).toMatchObject({ role: "customer" });
  await visit(page, "/auth");
  await pressOn(page, link(main(page), "Forgot your password?"));
  await expect(page).toHaveURL("/auth/forgot");
  await typeInto(page, field(page, "Email"), rosa.email);
  await pressOn(page, button(main(page), "Send me a link"));
  await expect(title(page)).toHaveText("No email was sent");
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
  "with the keyboard every tab of an empty account says so and offers a link, and payment methods and Sign Out are reached",
  async ({ page }) => {
    await visit(page, "/profile");
    await expect(title(page)).toHaveText("My Account");
    await expect(main(page)).toContainText("No payment methods saved yet");
    for (const [name, path, message, wayOn] of [
      ["Orders", "/profile/orders", "No orders yet", "Browse Collections"],
      [
        "Measurements",
        "/profile/measurements",
        "No measurements in your account yet",
        "Get Measured",
      ],
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
    await pressOn(page, button(main(page), "Add Payment Method"));
    await expect(page).toHaveURL("/profile/payment-methods");
    await expect(main(page)).toContainText("There is nothing to save here.");
    await pressOn(page, link(main(page), "Back to your profile"));
    await expect(page).toHaveURL("/profile");
    await pressOn(page, button(main(page), "Sign Out"));
    await expect(page).toHaveURL("/");
    await expect(toasts(page)).toContainText("You have been signed out successfully.");
    await page.goto("/profile", { waitUntil: "domcontentloaded" });
    await expect(page).toHaveURL("/auth");
  },
);

// Specification 2.59, 2.60, 2.61, 2.62, 2.63, 4.27, 8.38
customerTest(
  "the profile is edited with the keyboard, and Cancel changes nothing",
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
    await typeInto(page, field(page, "Last name (optional)"), "Somebody");
    await pressOn(page, link(main(page), "Cancel"));
    await expect(page).toHaveURL("/profile");
    await expect(main(page).getByText("Persaud", { exact: true })).toBeVisible();
  },
);

// Specification 2.64
customerTest(
  "an address is added with the keyboard, with the fields of its country",
  { tag: "@phone" },
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
  async ({ page, customer }) => {
    const { userId } = customer;
    await customer.inDatabase((db) =>
      db.insert(addresses).values([
        {
          userId,
          fullName: "Asha Persaud",
          line1: "4 Atlantic Avenue",
          city: "Brooklyn",
          region: "NY",
          postalCode: "11201",
          country: "US",
          isDefault: true,
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
    await onPhone(page, () => expectReadable(page));
    await pressOn(page, button(main(page), "Undo"));
    await expect(main(page)).toContainText("Brooklyn, NY 11201");
    await expect(main(page)).not.toContainText("Address deleted");
  },
);

/** In millimetres and grams. */
const ASHA = {
  chest: 920,
  waist: 740,
  seat: 980,
  shoulderSlope: 20,
  weight: 64_500,
  waistToHips: 115,
  height: 1_660,
  hpsToWaistBack: 410,
  shoulderToWrist: 585,
  neck: 340,
};

// Specification 2.70
customerTest(
  "with the keyboard a customer sees who is measured and who read it, chooses how long it stays, and deletes a person",
  async ({ page, customer: { inDatabase, userId } }) => {
    const box = currentShop().measurementBox;
    await inDatabase(async (db) => {
      const asha = await addMeasuredPerson(db, userId, measuredPerson("Asha", ASHA), box);
      await addMeasuredPerson(db, userId, measuredPerson("Mother", { chest: 1_040 }), box);
      await db.insert(measurementReads).values({
        id: newId(),
        subject: "profile",
        subjectId: asha,
        userId,
        staffId: userId,
        purpose: "Cutting the suit of order 4F2A",
        readAt: new Date(),
      });
    });
    await visit(page, "/profile");
    await pressOn(page, accountTab(page, "Measurements"));
    const asha = page.getByRole("region", { name: "Asha" });
    await expect(asha).toContainText("92 cm / 36 1/4 in");
    await expect(asha).toContainText("64.5 kg / 142.2 lb");
    await expect(asha).toContainText("Last measured 18 November 2026");
    await expect(page.getByRole("region", { name: "Who read them" })).toContainText(
      "Asha: Cutting the suit of order 4F2A",
    );
    await expectReadable(page);
    await onPhone(page, () => expectReadable(page));

    await pick(page, asha.getByRole("radio", { name: /^Until my made-to-measure/ }));
    await pressOn(page, button(asha, "Save how long the measurements of Asha are stored"));
    await expect(toasts(page)).toContainText("Choice saved");
    await page.reload();
    await expect(asha.getByRole("radio", { name: /^Until my made-to-measure/ })).toBeChecked();

    const mother = page.getByRole("region", { name: "Mother" });
    await pressOn(page, mother.locator("summary", { hasText: "Delete" }));
    await expectReadable(page);
    await onPhone(page, () => expectReadable(page));
    await expectFitsEveryWidth(page);
    await pressOn(page, button(mother, "Delete Mother"));
    await expect(toasts(page)).toContainText("Measurements deleted");
    await expect(mother).toHaveCount(0);
    await expect(asha).toContainText("92 cm");
    const download = await page.request.get("/profile/export");
    expect(await download.json()).toMatchObject({
      measurements: [{ label: { value: "Asha" }, retention: "after_order" }],
      measurementReads: [{ purpose: "Cutting the suit of order 4F2A" }],
    });
  },
);
