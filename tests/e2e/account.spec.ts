import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { expect } from "@playwright/test";
import { eq } from "drizzle-orm";
import type { Database } from "#db/client.server.ts";
import { products } from "#db/schema/catalog.server.ts";
import { addresses, measurementProfiles } from "#db/schema/identity.server.ts";
import { expectAccessible } from "#tests/support/browser/accessibility.ts";
import type { TestCustomer } from "#tests/support/browser/customer.ts";
import { anotherSession, customerTest } from "#tests/support/browser/customer.ts";
import { test } from "#tests/support/browser/fixtures.ts";
import { readMailTo } from "#tests/support/browser/mailbox.ts";
import { missingPageNoise, refusedFormNoise } from "#tests/support/browser/page-noise.ts";
import { addToCart, scrollsSideways, visit } from "#tests/support/browser/shop.ts";
import { createOrder } from "#tests/support/orders.ts";

const HOME = {
  fullName: "Asha Persaud",
  phone: "",
  line1: "12 Camp Street",
  line2: "",
  city: "Georgetown",
  region: "",
  postalCode: "",
  country: "GY",
};

function paidOrder(customer: TestCustomer): Promise<string> {
  const { email, userId } = customer;
  return customer.inDatabase((db) =>
    createOrder(db, {
      userId,
      customerEmail: email,
      status: "completed",
      shippingAddress: HOME,
      shippingMethod: "Standard",
      lines: [{}, { productName: "Kaieteur Gown", size: "Custom", madeToMeasure: true }],
      subtotalMinor: 24_000,
      totalMinor: 24_000,
      events: ["placed", "completed"],
    }),
  );
}

async function findPiece(db: Database, name: string): Promise<string> {
  const [piece] = await db
    .select({ id: products.id })
    .from(products)
    .where(eq(products.name, name));
  return piece?.id ?? "";
}

const tabOf = (page: Page, name: string) =>
  page.getByRole("navigation", { name: "My Account" }).getByRole("link", { name });

test.describe("a visitor", () => {
  for (const path of ["/profile", "/account", "/profile/orders", "/profile/settings"]) {
    test(`who asks for ${path} is sent to the sign-in, and back`, { tag: "@once" }, async ({
      page,
    }) => {
      await page.goto(path, { waitUntil: "domcontentloaded" });
      const next = path === "/profile" ? "" : `?next=${encodeURIComponent(path)}`;
      await expect(page).toHaveURL(`/auth${next}`);
    });
  }
});

customerTest("My Account has four tabs, each with an address of its own", async ({ page }) => {
  await visit(page, "/profile");
  await expect(page.getByRole("heading", { level: 1, name: "My Account" })).toBeVisible();
  await expect(tabOf(page, "Profile")).toHaveAttribute("aria-current", "page");
  for (const [name, path] of [
    ["Orders", "/profile/orders"],
    ["Measurements", "/profile/measurements"],
    ["Settings", "/profile/settings"],
    ["Profile", "/profile"],
  ] as const) {
    await tabOf(page, name).click();
    await expect(page).toHaveURL(path);
    await expect(tabOf(page, name)).toHaveAttribute("aria-current", "page");
  }
  await visit(page, "/account");
  await expect(page.getByRole("heading", { level: 1, name: "My Account" })).toBeVisible();
});

customerTest("an empty account says so on every tab, with a way on", async ({ page }) => {
  await visit(page, "/profile");
  await expect(page.getByText("No addresses saved yet")).toBeVisible();
  await expect(page.getByRole("link", { name: "Add New Address" })).toBeVisible();
  await expect(page.getByText("No payment methods saved yet")).toBeVisible();
  await tabOf(page, "Orders").click();
  await expect(page.getByText("No orders yet")).toBeVisible();
  await expect(page.getByRole("link", { name: "Browse Collections" })).toHaveAttribute(
    "href",
    "/shop",
  );
  await tabOf(page, "Measurements").click();
  await expect(page.getByText("No measurements yet")).toBeVisible();
  await expect(page.getByRole("link", { name: "Get Measured" })).toHaveAttribute(
    "href",
    "/measurement",
  );
});

customerTest.describe("the profile", () => {
  customerTest("is edited in its place, saved, and says so", async ({ page, customer, noise }) => {
    noise.expect(refusedFormNoise);
    await visit(page, "/profile");
    await page.getByRole("link", { name: "Edit Profile" }).click();
    await expect(page.getByLabel("Email")).toBeDisabled();
    await expect(page.getByLabel("Email")).toHaveValue(customer.email);
    await expect(page.getByText("Email cannot be changed")).toBeVisible();
    await page.getByLabel("First name").fill("");
    await page.getByRole("button", { name: "Save Changes" }).click();
    await expect(page.getByText("First name is required")).toBeVisible();
    await expect(page.getByLabel("First name")).toBeFocused();
    await page.getByLabel("First name").fill("Rosa");
    await page.getByRole("button", { name: "Save Changes" }).click();
    const toast = page.getByRole("region", { name: "Notifications" });
    await expect(toast.getByText("Profile updated")).toBeVisible();
    await expect(
      toast.getByText("Your profile information has been updated successfully."),
    ).toBeVisible();
    await expect(page.getByRole("link", { name: "Edit Profile" })).toBeVisible();
    await expect(page.getByText("Rosa", { exact: true })).toBeVisible();
  });

  customerTest("Cancel leaves it as it was", async ({ page }) => {
    await visit(page, "/profile?edit=profile");
    await page.getByLabel("Last name").fill("Somebody");
    await page.getByRole("link", { name: "Cancel" }).click();
    await expect(page).toHaveURL("/profile");
    await expect(page.getByText("Persaud", { exact: true })).toBeVisible();
  });

  customerTest("is edited with the keyboard alone", async ({ page }) => {
    await visit(page, "/profile");
    await page.getByRole("link", { name: "Edit Profile" }).focus();
    await page.keyboard.press("Enter");
    await expect(page.getByLabel("First name")).toBeFocused();
    await page.keyboard.press("ControlOrMeta+A");
    await page.keyboard.type("Bibi");
    await page.keyboard.press("Enter");
    await expect(page.getByText("Profile updated")).toBeVisible();
    await expect(page.getByText("Bibi", { exact: true })).toBeVisible();
  });

  customerTest("Sign Out ends the session and leads home", async ({ page }) => {
    await visit(page, "/profile");
    await page.getByRole("main").getByRole("button", { name: "Sign Out" }).click();
    await expect(page).toHaveURL("/");
    await page.goto("/profile", { waitUntil: "domcontentloaded" });
    await expect(page).toHaveURL("/auth");
  });

  customerTest("no card is kept, and the page says why", async ({ page }) => {
    await visit(page, "/profile");
    await page.getByRole("button", { name: "Add Payment Method" }).click();
    await expect(page).toHaveURL("/profile/payment-methods");
    await expect(page.getByText("There is nothing to save here.")).toBeVisible();
    await expectAccessible(page);
  });
});

customerTest(
  "an address is added in the words of its country, changed, deleted and put back",
  async ({ page, noise }) => {
    noise.expect(refusedFormNoise);
    await visit(page, "/profile");
    await page.getByRole("link", { name: "Add New Address" }).click();
    await expect(page.getByLabel(/Postal code/)).toHaveCount(0);
    await page.getByLabel("Country").selectOption("US");
    await page.getByLabel("Full name").fill("Asha Persaud");
    await page.getByRole("textbox", { name: "Address", exact: true }).fill("4 Atlantic Avenue");
    await page.getByLabel("City or village").fill("Brooklyn");
    await page.getByRole("button", { name: "Save Address" }).click();
    await expect(page.getByText("State is required")).toBeVisible();
    await expect(page.getByText("ZIP code is required")).toBeVisible();
    await expectAccessible(page);
    await page.getByLabel("State").fill("NY");
    await page.getByLabel("ZIP code").fill("11201");
    await page.getByRole("button", { name: "Save Address" }).click();
    await expect(page.getByText("Address saved")).toBeVisible();
    await expect(page.getByText("Brooklyn, NY, 11201")).toBeVisible();
    await expect(page.getByText("Default", { exact: true })).toBeVisible();

    await page.getByRole("link", { name: "Edit Asha Persaud, 4 Atlantic Avenue" }).click();
    await page.getByLabel(/Apartment/).fill("3F");
    await page.getByRole("button", { name: "Save Address" }).click();
    await expect(page.getByText("3F", { exact: true })).toBeVisible();

    await page.getByRole("button", { name: /^Delete: Asha/ }).click();
    await expect(page.getByText("Address deleted")).toBeVisible();
    await expect(page.getByText("No addresses saved yet")).toBeVisible();
    await page.getByRole("button", { name: "Undo" }).click();
    await expect(page.getByText("Brooklyn, NY, 11201")).toBeVisible();
    await expect(page.getByText("No addresses saved yet")).toHaveCount(0);
  },
);

customerTest(
  "somebody signed in finds their email filled in at checkout",
  async ({ page, customer }) => {
    await addToCart(page, "Cathedral White Shirt", "L");
    await visit(page, "/checkout");
    await expect(page.getByLabel("Email")).toHaveValue(customer.email);
  },
);

customerTest.describe("orders", () => {
  customerTest("are listed, opened and read whole", async ({ page, customer, isMobile }) => {
    const id = await paidOrder(customer);
    const number = `${id.slice(0, 8)}…`;
    await visit(page, "/profile/orders");
    if (!isMobile) {
      for (const head of ["Order Date", "Order Number", "Status", "Total", "View"]) {
        await expect(page.getByRole("columnheader", { name: head })).toBeVisible();
      }
    }
    const main = page.getByRole("main");
    await expect(main.getByText(number).filter({ visible: true })).toBeVisible();
    await expect(main.getByText("$240.00").filter({ visible: true })).toBeVisible();
    await expect(main.getByText("Completed").filter({ visible: true })).toBeVisible();
    expect(await scrollsSideways(page)).toBe(false);
    await expectAccessible(page);
    await main.getByRole("link", { name: `View order ${number}` }).click();
    await expect(page).toHaveURL(`/profile/orders/${id}`);
    await expect(page.getByRole("heading", { level: 1, name: `Order ${number}` })).toBeVisible();
    for (const words of ["Savannah Linen Shirt", "Payment received", "12 Camp Street", "Guyana"]) {
      await expect(main.getByText(words).first()).toBeVisible();
    }
    expect(await scrollsSideways(page)).toBe(false);
    await expectAccessible(page);
  });

  customerTest("of somebody else are not there", async ({ page, customer, noise }) => {
    noise.expect(missingPageNoise);
    const id = await customer.inDatabase((db) => createOrder(db));
    for (const path of ["", "/return", "/receipt"]) {
      const response = await page.goto(`/profile/orders/${id}${path}`);
      expect(response?.status()).toBe(404);
      await expect(page.getByText("Savannah Linen Shirt")).toHaveCount(0);
    }
  });

  customerTest(
    "that cannot be loaded are an error toast and a way to try again",
    async ({ page }) => {
      await visit(page, "/profile");
      // What the server answers when the look-up failed, as React Router writes it.
      const body =
        '[{"_1":2,"_6":7},"routes/account/orders",{"_3":4},"data",{"_5":-5},"list","routes/account/frame",{"_3":8},{"_9":-5},"note"]\n';
      await page.route("**/profile/orders.data*", (route) =>
        route.fulfill({
          body,
          contentType: "text/x-script",
          headers: { "x-remix-response": "yes" },
        }),
      );
      await tabOf(page, "Orders").click();
      const toasts = page.getByRole("region", { name: "Notifications" });
      await expect(toasts.getByText("Error", { exact: true })).toBeVisible();
      await expect(
        toasts.getByText("Could not load your orders. Please try again later."),
      ).toBeVisible();
      await page.unroute("**/profile/orders.data*");
      await page.getByRole("button", { name: "Retry" }).click();
      await expect(page.getByText("No orders yet")).toBeVisible();
    },
  );

  customerTest("are said to be loading while they are", async ({ page }) => {
    await visit(page, "/profile");
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route("**/profile/orders.data*", async (route) => {
      await held;
      await route.continue();
    });
    await tabOf(page, "Orders").click();
    await expect(page.getByText("Loading your orders")).toBeAttached();
    release();
    await expect(page.getByText("No orders yet")).toBeVisible();
  });

  customerTest(
    "'Order these again' puts what is still sold into the cart and says what is not",
    async ({ page, customer }) => {
      const piece = await customer.inDatabase((db) => findPiece(db, "Hammock Lounge Trousers"));
      const id = await customer.inDatabase((db) =>
        createOrder(db, {
          userId: customer.userId,
          status: "completed",
          lines: [
            { productId: piece, productName: "Hammock Lounge Trousers", quantity: 2 },
            { productName: "A Piece Long Gone" },
          ],
        }),
      );
      await visit(page, `/profile/orders/${id}`);
      await page.getByRole("button", { name: "Order these again" }).click();
      const cart = page.getByRole("dialog", { name: "Your Cart" });
      await expect(cart.getByRole("link", { name: "Hammock Lounge Trousers" })).toBeVisible();
      await page.keyboard.press("Escape");
      await expect(page.getByText("A Piece Long Gone is no longer offered.")).toBeVisible();
      await expect(page.getByRole("link", { name: "Cart, 2 items" })).toBeVisible();
    },
  );

  customerTest("have a receipt to print", async ({ page, customer }) => {
    const id = await paidOrder(customer);
    await visit(page, `/profile/orders/${id}`);
    await page.getByRole("link", { name: "Receipt to print" }).click();
    await expect(page.getByRole("heading", { level: 1, name: "Receipt" })).toBeVisible();
    const main = page.getByRole("main");
    for (const words of [`${id.slice(0, 8)}…`, "Georgetown", "$240.00", "Asha Persaud"]) {
      await expect(main.getByText(words).first()).toBeVisible();
    }
    await expectAccessible(page);
    await page.emulateMedia({ media: "print" });
    await expect(page.getByText("Back to the order")).toBeHidden();
    await expect(main.getByText("Total", { exact: true })).toBeVisible();
  });

  customerTest("'Ask about this order' fills in its number", async ({ page, customer }) => {
    const id = await paidOrder(customer);
    await visit(page, `/profile/orders/${id}`);
    await page.getByRole("link", { name: "Ask about this order" }).click();
    await expect(page.getByLabel("Subject")).toHaveValue(`About order ${id.slice(0, 8)}…`);
  });

  customerTest(
    "a piece is returned by the rules, with an authorization number and a mail",
    async ({ page, customer, noise }) => {
      noise.expect(refusedFormNoise);
      const id = await paidOrder(customer);
      await visit(page, `/profile/orders/${id}`);
      await page.getByRole("link", { name: "Return a piece" }).click();
      await expectAccessible(page);
      await page.getByRole("button", { name: "Get an authorization number" }).click();
      await expect(page.getByText("Please choose at least one piece")).toBeVisible();
      await page.getByLabel(/Pieces of Kaieteur Gown/).selectOption("1");
      await page.getByLabel("I changed my mind").check();
      await page.getByRole("button", { name: "Get an authorization number" }).click();
      await expect(
        page.getByText("Some of these pieces cannot come back for this reason."),
      ).toBeVisible();
      await page.getByLabel("It is defective").check();
      await page.getByRole("button", { name: "Get an authorization number" }).click();
      const number = page.getByText(/^RA-[2-9A-Z]{8}$/);
      await expect(number).toBeVisible();
      const mail = await readMailTo(customer.email);
      expect(mail).toContain(await number.innerText());
      await page.getByRole("link", { name: "Back to the order" }).click();
      await expect(page.getByText("Return announced")).toBeVisible();
    },
  );
});

customerTest("measurements are listed for each person", async ({ page, customer }) => {
  const { userId } = customer;
  await customer.inDatabase((db) =>
    db
      .insert(measurementProfiles)
      .values({ userId, label: "Asha", measures: { chest: 920, waist: 740 } }),
  );
  await visit(page, "/profile/measurements");
  await expect(page.getByRole("heading", { level: 2, name: "Asha" })).toBeVisible();
  await expect(page.getByText("92 cm")).toBeVisible();
  await expectAccessible(page);
});

customerTest.describe("settings", () => {
  customerTest(
    "Email Notifications are off and Order Updates on; what is chosen is kept",
    async ({ page }) => {
      await visit(page, "/profile/settings");
      const news = page.getByRole("checkbox", { name: /^Email Notifications/ });
      const updates = page.getByRole("checkbox", { name: /^Order Updates/ });
      await expect(news).not.toBeChecked();
      await expect(updates).toBeChecked();
      await news.check();
      await updates.uncheck();
      await page.getByRole("button", { name: "Save Settings" }).click();
      await expect(page.getByText("Settings saved")).toBeVisible();
      await page.reload();
      await expect(news).toBeChecked();
      await expect(updates).not.toBeChecked();
      await expectAccessible(page);
    },
  );

  customerTest(
    "sessions elsewhere are seen and ended, this one stays",
    async ({ page, customer, browser, baseURL }) => {
      await using elsewhere = await anotherSession(browser, baseURL ?? "", customer.userId);
      await elsewhere.page.goto("/profile");
      await expect(elsewhere.page).toHaveURL("/profile");
      await visit(page, "/profile/settings");
      await expect(page.getByText("This device")).toHaveCount(1);
      await page.getByRole("button", { name: "Sign out everywhere else" }).click();
      await expect(page.getByText("Signed out everywhere else")).toBeVisible();
      await expect(page.getByRole("button", { name: "Sign out everywhere else" })).toHaveCount(0);
      await elsewhere.page.goto("/profile");
      await expect(elsewhere.page).toHaveURL("/auth");
    },
  );

  customerTest(
    "'Download my data' is a file with what the shop keeps",
    async ({ page, customer }) => {
      await paidOrder(customer);
      await visit(page, "/profile/settings");
      const downloading = page.waitForEvent("download");
      await page.getByRole("link", { name: "Download my data" }).click();
      const file = await (await downloading).path();
      const data = JSON.parse(await readFile(file, "utf8"));
      expect(data).toMatchObject({
        profile: { email: customer.email },
        orders: [{ total: "240.00" }],
      });
    },
  );

  customerTest(
    "Delete Account warns, waits for the email, and ends the account for good",
    async ({ page, customer, noise }) => {
      noise.expect(refusedFormNoise);
      const { email, userId } = customer;
      await customer.inDatabase((db) => db.insert(addresses).values({ ...HOME, userId }));
      await visit(page, "/profile/settings");
      await expect(page.getByText(/cannot be undone.*permanently deleted/)).toBeVisible();
      await page.getByRole("link", { name: "Delete Account" }).click();
      await expectAccessible(page);
      await page.getByLabel("Type your email to confirm").fill("somebody@example.com");
      await page.getByRole("button", { name: "Delete Account" }).click();
      await expect(page.getByText("This is not the email of your account")).toBeVisible();
      await page.getByLabel("Type your email to confirm").fill(email);
      await page.getByRole("button", { name: "Delete Account" }).click();
      await expect(page).toHaveURL("/");
      expect(await readMailTo(email)).toContain("Your account is deleted");
      await page.goto("/profile", { waitUntil: "domcontentloaded" });
      await expect(page).toHaveURL("/auth");
    },
  );
});

customerTest.describe("without JavaScript", () => {
  customerTest.use({ javaScriptEnabled: false });

  customerTest(
    "the tabs, the profile, the settings and the address book work",
    async ({ page }) => {
      await page.goto("/profile");
      await page.getByRole("link", { name: "Edit Profile" }).click();
      await page.getByLabel("First name").fill("Bibi");
      await page.getByRole("button", { name: "Save Changes" }).click();
      await expect(page.getByText("Bibi", { exact: true })).toBeVisible();
      await page.getByRole("link", { name: "Add New Address" }).click();
      await page.getByLabel("Full name").fill("Bibi");
      await page.getByRole("textbox", { name: "Address", exact: true }).fill("1 Main Street");
      await page.getByLabel("City or village").fill("Linden");
      await page.getByRole("button", { name: "Save Address" }).click();
      await expect(page.getByText("1 Main Street")).toBeVisible();
      await page.getByRole("button", { name: /^Delete/ }).click();
      await page.getByRole("button", { name: "Undo" }).click();
      await expect(page.getByText("1 Main Street")).toBeVisible();
      await tabOf(page, "Settings").click();
      await page.getByRole("checkbox", { name: /^Order Updates/ }).uncheck();
      await page.getByRole("button", { name: "Save Settings" }).click();
      await expect(page.getByRole("checkbox", { name: /^Order Updates/ })).not.toBeChecked();
      await tabOf(page, "Orders").click();
      await expect(page.getByText("No orders yet")).toBeVisible();
    },
  );
});

for (const path of [
  "/profile",
  "/profile?edit=profile",
  "/profile/addresses/new",
  "/profile/orders",
  "/profile/measurements",
  "/profile/settings",
  "/profile/delete",
]) {
  customerTest(
    `${path} reads well for everybody, stays within the screen and is nobody else's`,
    async ({ page }) => {
      const response = await visit(page, path);
      expect(response?.status()).toBe(200);
      expect(response?.headers()["cache-control"]).toBe("private, no-store");
      await expect(page.locator("meta[name=robots]").first()).toHaveAttribute("content", "noindex");
      await expect(page.getByRole("heading", { level: 1 })).toHaveCount(1);
      expect(await scrollsSideways(page)).toBe(false);
      await expectAccessible(page);
    },
  );
}
