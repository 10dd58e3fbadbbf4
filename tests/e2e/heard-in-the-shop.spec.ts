import type { Page } from "@playwright/test";
import { expect } from "@playwright/test";
import { customerTest } from "#tests/support/browser/customer.ts";
import { test } from "#tests/support/browser/fixtures.ts";
import { hearSection } from "#tests/support/browser/heard-table.ts";
import { accountTab, button, field, link, main, title } from "#tests/support/browser/locators.ts";
import { refusedFormNoise } from "#tests/support/browser/page-noise.ts";
import { cartSidebar, openProduct, visit } from "#tests/support/browser/shop.ts";
import { runsSlowChecks } from "#tests/support/browser/slow-checks.ts";

test.skip(!runsSlowChecks, "slow: ACCESS=1 runs it");

// WCAG 2.4.3 and 4.1.3. The expected lines are docs/accessibility-heard.md.

const banner = (page: Page) => page.getByRole("banner");
const footer = (page: Page) => page.getByRole("contentinfo");

test("each page of the shop is heard when a link leads to it", async ({ page }) => {
  const ear = await hearSection(page, "A visitor goes from page to page");
  await visit(page, "/");
  const links = footer(page).getByRole("link");
  const paths = new Set(
    await links.evaluateAll((all) => all.map((each) => each.getAttribute("href") ?? "")),
  );
  for (const path of paths) {
    // The page that is open is not left.
    if (path === "/" || !/^\/(?!.*\.)/.test(path)) continue;
    await ear.after(path, async () => {
      await footer(page).locator(`a[href="${path}"]`).first().press("Enter");
      await expect(page).toHaveURL(path);
    });
  }
  await visit(page, "/shop");
  await ear.after("a piece of the shop", () =>
    main(page).getByRole("article").nth(2).getByRole("link").first().press("Enter"),
  );
  await ear.after("back to the shop", () => page.goBack());
  await ear.after("the next page of the shop", () => link(main(page), "Next").press("Enter"));
  await ear.after("a search", async () => {
    await banner(page).getByLabel("Search the shop").fill("velvet");
    await banner(page).getByLabel("Search the shop").press("Enter");
  });
  await ear.after("the cart", () => link(banner(page), /^Cart/).press("Enter"));
  await ear.after("the sign-in", () => link(banner(page), "Sign in").press("Enter"));
  await ear.after("the form for a new account", () =>
    link(main(page), "Create Account").press("Enter"),
  );
  await visit(page, "/auth");
  await ear.after("the forgotten password", () =>
    link(main(page), "Forgot your password?").press("Enter"),
  );
});

test("each action of a visitor is heard", async ({ page, noise }) => {
  noise.expect(/status of (400|401|404|409|422)/);
  // The cart draws lots which of two products it offers first.
  await page.route("**/cart/upsell", async (route) => {
    const offers = await (await route.fetch()).json();
    await route.fulfill({ json: offers.slice(0, 1) });
  });
  const ear = await hearSection(page, "A visitor acts");
  const size = (name: string) =>
    page.getByRole("group", { name: "Available Sizes" }).getByRole("radio", { name, exact: true });
  await openProduct(page, "Cathedral White Shirt");
  await ear.after("adds a piece without a size", () =>
    button(main(page), /^Add to Cart/)
      .first()
      .press("Enter"),
  );
  await ear.after("chooses a size", () => size("M").press("Space"));
  await ear.after("chooses the next size with an arrow key", () => size("M").press("ArrowRight"));
  await ear.after("saves the piece", () =>
    button(page, /^Save Cathedral/)
      .first()
      .press("Enter"),
  );
  await ear.after("removes it from the wishlist", () =>
    page
      .getByRole("button", { name: /Cathedral White Shirt/, pressed: true })
      .first()
      .press("Enter"),
  );
  await ear.after("opens the size guide", () =>
    main(page).getByRole("button", { name: "Size Guide" }).first().press("Enter"),
  );
  await ear.after("closes the size guide", () => page.keyboard.press("Escape"));
  await ear.after("adds the piece to the cart", () =>
    button(main(page), /^Add to Cart/)
      .first()
      .press("Enter"),
  );
  await ear.after("increases the amount", () =>
    button(cartSidebar(page), /^Increase quantity/)
      .first()
      .press("Enter"),
  );
  await ear.after("decreases the amount", () =>
    button(cartSidebar(page), /^Decrease quantity/)
      .first()
      .press("Enter"),
  );
  await ear.after("adds the offer", () =>
    button(cartSidebar(page), /^Add to cart: /)
      .first()
      .press("Enter"),
  );
  await ear.after("removes the piece", () =>
    button(cartSidebar(page), /^Remove Cathedral/).press("Enter"),
  );
  await ear.after("reaches Undo with F6", () => page.keyboard.press("F6"));
  await ear.after("undoes the removal", () => page.keyboard.press("Enter"));
  await ear.after("closes the cart", () => page.keyboard.press("Escape"));

  await visit(page, "/cart");
  await ear.after("increases the amount on the cart's page", () =>
    button(main(page), /^Increase quantity/)
      .first()
      .press("Enter"),
  );
  await ear.after("removes a line on the cart's page", () =>
    button(main(page), /^Remove /)
      .first()
      .press("Enter"),
  );
  await ear.after("removes the last line", () =>
    button(main(page), /^Remove /)
      .first()
      .press("Enter"),
  );
  await ear.after("undoes it with F6 and Enter", async () => {
    await page.keyboard.press("F6");
    await page.keyboard.press("Enter");
  });

  await visit(page, "/checkout");
  await ear.after("pays without an email", () =>
    button(page, /^Proceed to Payment/)
      .first()
      .press("Enter"),
  );

  await visit(page, "/shop");
  await ear.after("filters by gender", () => link(main(page), "Female").first().press("Enter"));
  await ear.after("sorts", async () => {
    const sort = main(page).getByRole("combobox", { name: /Sort/ });
    await sort.focus();
    await sort.selectOption({ index: 1 });
  });
  await ear.after("opens the filters", () => link(main(page), "Filter").first().press("Enter"));
  await ear.after("ticks a filter", () =>
    page.getByRole("dialog").getByRole("checkbox").first().press("Space"),
  );
  await ear.after("closes the filters", () => page.keyboard.press("Escape"));

  await ear.after("types a search", () =>
    banner(page).getByLabel("Search the shop").pressSequentially("gown"),
  );
  await ear.after("moves to a suggestion", () => page.keyboard.press("ArrowDown"));
  await ear.after("closes the suggestions", () => page.keyboard.press("Escape"));

  await visit(page, "/contact");
  await ear.after("sends an empty message", () => button(main(page), /^Send/).press("Enter"));
  await ear.after("sends a message", async () => {
    await page.getByLabel("Full Name").fill("Rosa Persaud");
    await field(page, "Email").fill("rosa@example.com");
    await page.getByLabel("Subject").fill("A hem");
    await page.getByLabel("Message").fill("Can it be longer?");
    await button(main(page), /^Send/).press("Enter");
  });

  await visit(page, "/auth");
  await ear.after("signs in without a password", async () => {
    await field(page, "Email").fill("rosa@example.com");
    await field(page, "Email").press("Enter");
  });
  await ear.after("is refused with a wrong password", async () => {
    await field(page, "Password").fill("not-the-password-1");
    await field(page, "Password").press("Enter");
  });
  await ear.after("shows the password", () =>
    main(page)
      .getByRole("button", { name: /password/i })
      .first()
      .press("Enter"),
  );
  await visit(page, "/auth?tab=create-account");
  await ear.after("creates an account with a weak password", async () => {
    await field(page, "First Name").fill("Rosa");
    await field(page, "Email").fill("rosa@example.com");
    await field(page, "Password").fill("password");
    await field(page, "Password").press("Enter");
  });
  await visit(page, "/auth/forgot");
  await ear.after("asks for a new password", async () => {
    await field(page, "Email").fill("rosa@example.com");
    await field(page, "Email").press("Enter");
  });
  await visit(page, "/measurement?step=3");
  await ear.after("names who is measured", async () => {
    await page.getByLabel("Who is measured?").fill("Rosa");
    await page.getByLabel("Who is measured?").press("Enter");
  });
  await ear.after("leaves the guide", () => page.keyboard.press("Escape"));
  await ear.after("opens the guide again", () => button(main(page), "Measure Rosa").press("Enter"));
  await ear.after("leaves the guide again", () => page.keyboard.press("Escape"));
  await page.setViewportSize({ width: 390, height: 844 });
  await visit(page, "/about");
  await ear.after("opens the menu of a phone", () =>
    banner(page).getByRole("button", { name: "Menu" }).press("Enter"),
  );
  await ear.after("closes the menu", () => page.keyboard.press("Escape"));
});

customerTest("each action of a customer is heard", async ({ page, noise }) => {
  noise.expect(refusedFormNoise);
  const ear = await hearSection(page, "A customer in the account");
  await visit(page, "/profile");
  for (const name of ["Orders", "Measurements", "Settings", "Profile"]) {
    await ear.after(`the tab ${name}`, () => accountTab(page, name).press("Enter"));
  }
  await ear.after("the form of the profile", () => link(main(page), "Edit Profile").press("Enter"));
  await ear.after("saves the profile without a name", async () => {
    await field(page, "First name").fill("");
    await field(page, "First name").press("Enter");
  });
  await ear.after("saves the profile", async () => {
    await field(page, "First name").fill("Rosa");
    await field(page, "First name").press("Enter");
  });
  await ear.after("the form of an address", () =>
    link(main(page), "Add New Address").press("Enter"),
  );
  await ear.after("chooses a country", async () => {
    await page.getByLabel("Country").focus();
    await page.getByLabel("Country").selectOption({ label: "United States" });
  });
  await ear.after("saves an address without a state", async () => {
    await page.getByLabel("Full name").fill("Rosa Persaud");
    await page.getByRole("textbox", { name: "Address", exact: true }).fill("4 Atlantic Avenue");
    await page.getByLabel("City or village").fill("Brooklyn");
    await page.getByLabel("City or village").press("Enter");
  });
  await ear.after("saves the address", async () => {
    await page.getByLabel("State").fill("NY");
    await page.getByLabel("ZIP code").fill("11201");
    await page.getByLabel("ZIP code").press("Enter");
  });
  await ear.after("deletes the address", () =>
    button(main(page), /^Delete/)
      .first()
      .press("Enter"),
  );
  await ear.after("undoes the deletion", () => button(main(page), "Undo").press("Enter"));
  await ear.after("the page of payment methods", () =>
    button(main(page), "Add Payment Method").press("Enter"),
  );
  await ear.after("back to the profile", () =>
    link(main(page), "Back to your profile").press("Enter"),
  );
  await ear.after("signs out", async () => {
    await button(main(page), "Sign Out").press("Enter");
    await expect(title(page)).toHaveText("High Fashion with a Conscience");
  });
});
