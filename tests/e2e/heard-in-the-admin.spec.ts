import type { Page } from "@playwright/test";
import { anotherSession } from "#tests/support/browser/customer.ts";
import { hearSection } from "#tests/support/browser/heard-table.ts";
import { photograph } from "#tests/support/browser/images.ts";
import { button, field, link, main, shown } from "#tests/support/browser/locators.ts";
import { ownerTest as test } from "#tests/support/browser/owner.ts";
import { refusedFormNoise } from "#tests/support/browser/page-noise.ts";
import { newEmail } from "#tests/support/browser/payment.ts";
import { visit } from "#tests/support/browser/shop.ts";
import { runsSlowChecks } from "#tests/support/browser/slow-checks.ts";
import { addInquiry } from "#tests/support/inbox.ts";
import { createOrder } from "#tests/support/orders.ts";
import { createGarmentOrder, staffMember } from "#tests/support/production.ts";

test.skip(!runsSlowChecks, "slow: ACCESS=1 runs it");

// WCAG 2.4.3 and 4.1.3. The expected lines are docs/accessibility-heard.md.

const searchbox = (page: Page) => main(page).getByRole("searchbox").first();

async function searchFor(page: Page, text: string): Promise<void> {
  await searchbox(page).fill(text);
  await searchbox(page).press("Enter");
}

test("each page of the admin is heard when a link leads to it", async ({ page }) => {
  const ear = await hearSection(page, "The owner goes from page to page");
  await visit(page, "/admin/account");
  const areas = page.getByRole("navigation", { name: "Admin" }).first().getByRole("link");
  const names = await areas.allInnerTexts();
  for (const [index, name] of names.entries()) {
    await ear.after(name.replace(/\s+/g, " ").trim(), () => areas.nth(index).press("Enter"));
  }
  await visit(page, "/admin?tab=products");
  await ear.after("a new product", () => link(main(page), "Add New Product").press("Enter"));
  await ear.after("back to the products", () => link(main(page), "Back").press("Enter"));
  await visit(page, "/admin?tab=settings");
  for (const part of ["Footer", "SEO", "Shipping"]) {
    await ear.after(`the settings' part ${part}`, () =>
      link(page.getByRole("navigation", { name: "Site settings" }), part).press("Enter"),
    );
  }
});

test("each action on the products is heard", async ({ page, noise }) => {
  noise.expect(refusedFormNoise);
  const ear = await hearSection(page, "The owner and the products");
  await visit(page, "/admin?tab=products");
  await ear.after("searches the products", () => searchFor(page, "shirt"));
  await ear.after("filters them by gender", () =>
    link(page.getByRole("navigation", { name: "Gender" }), /^Male/).press("Enter"),
  );
  await ear.after("finds none", () => searchFor(page, "zzqx"));
  await visit(page, "/admin?tab=products&q=shirt");
  await ear.after("ticks a product", () =>
    shown(main(page).getByRole("checkbox", { name: /^Select / }))
      .nth(1)
      .press("Space"),
  );
  const bar = page.getByRole("region", { name: "Chosen products" });
  await ear.after("features it no more", () => button(bar, "Do not feature").press("Enter"));
  await ear.after("undoes it with F6 and Enter", async () => {
    await page.keyboard.press("F6");
    await page.keyboard.press("Enter");
  });
  await ear.after("asks to delete a product", () =>
    shown(button(main(page), /^Delete /))
      .first()
      .press("Enter"),
  );
  await ear.after("declines", () => page.keyboard.press("Escape"));
  await ear.after("deletes it", async () => {
    await shown(button(main(page), /^Delete /))
      .first()
      .press("Enter");
    await button(page.getByRole("alertdialog"), "Delete").press("Enter");
  });
  await visit(page, "/admin/products/new");
  await ear.after("publishes a product without a name", () =>
    button(page, "Publish").press("Enter"),
  );
  await ear.after("names it", () => field(page, "Product Name").pressSequentially("Heard Wrap"));
  await ear.after("switches Featured on", () =>
    page.getByRole("switch", { name: /^Featured Product/ }).press("Space"),
  );
  await ear.after("leaves without saving", () => link(main(page), "Back").press("Enter"));
  await ear.after("stays", () => page.keyboard.press("Escape"));
  await ear.after("chooses a category", () => field(page, "Category").selectOption({ index: 1 }));
  await ear.after("publishes the product", async () => {
    await field(page, "Price ($)").fill("129.50");
    await button(page, "Publish").press("Enter");
  });
});

test("each action on categories, images and settings is heard", async ({ page, noise }) => {
  noise.expect(refusedFormNoise);
  const ear = await hearSection(page, "The owner and the content");
  await visit(page, "/admin?tab=categories");
  await ear.after("opens the form of a category", () =>
    button(page, "Add New Category").press("Enter"),
  );
  const adding = page.getByRole("dialog", { name: "Add New Category" });
  await ear.after("saves a category without a name", () =>
    button(adding, "Create Category").press("Enter"),
  );
  await ear.after("saves the category", async () => {
    await adding.getByLabel("Category Name").fill("Capes");
    await adding.getByLabel("Category Name").press("Enter");
  });
  await ear.after("deletes the category", async () => {
    await button(main(page), "Delete").press("Enter");
    await button(page.getByRole("alertdialog"), "Delete").press("Enter");
  });
  await visit(page, "/admin?tab=media");
  await ear.after("uploads an image", async () => {
    const opening = page.waitForEvent("filechooser");
    await button(main(page), "Upload").press("Enter");
    await (await opening).setFiles(await photograph("heard.png", 300));
  });
  await ear.after("searches the images", () => searchFor(page, "heard"));
  await ear.after("saves an alternative text", async () => {
    const alt = shown(page.getByLabel("Alt text of heard.png"));
    await alt.fill("Noise");
    await alt.press("Enter");
  });
  await ear.after("opens an image", () =>
    shown(link(main(page), /heard\.png/))
      .first()
      .press("Enter"),
  );
  await ear.after("closes it", () =>
    link(page.getByRole("article", { name: "heard.png" }), "Close").press("Enter"),
  );
  await ear.after("deletes the image", async () => {
    await shown(button(main(page), "Delete heard.png")).press("Enter");
    await button(page.getByRole("alertdialog"), "Delete").press("Enter");
  });
  await visit(page, "/admin?tab=settings");
  await ear.after("saves a wrong setting", async () => {
    await field(page, "Site Name").fill(" ");
    await button(page, "Save Settings").press("Enter");
  });
  await ear.after("resets the settings", () => button(page, "Reset Changes").press("Enter"));
  await ear.after("changes a setting", () =>
    page.getByLabel("Contact Phone").fill("+592 555 0199"),
  );
  await ear.after("saves the settings", () => button(page, "Save Settings").press("Enter"));
  await ear.after("opens the palette", () => page.keyboard.press("ControlOrMeta+k"));
  await ear.after("searches everything", () =>
    page.getByRole("combobox", { name: "Search everything" }).fill("orders"),
  );
  await ear.after("moves to a result", () => page.keyboard.press("ArrowDown"));
  await ear.after("closes the palette", () => page.keyboard.press("Escape"));
});

test("each action of the business is heard", async ({ page, noise, shop }) => {
  noise.expect(refusedFormNoise);
  const ear = await hearSection(page, "The owner and the business");
  const orderId = await shop.inDatabase((db) =>
    createOrder(db, {
      customerEmail: newEmail(),
      status: "completed",
      events: ["placed", "completed"],
    }),
  );
  await visit(page, "/admin/orders");
  await ear.after("opens the orders to ship", () => link(main(page), /^To ship/).press("Enter"));
  await ear.after("searches the orders", () => searchFor(page, orderId.slice(0, 8)));
  await ear.after("finds no order", () => searchFor(page, "zzqx"));
  await visit(page, `/admin/orders/${orderId}`);
  const disclosure = (name: string) => main(page).locator("summary").filter({ hasText: name });
  await ear.after("opens the form of a shipment", () => disclosure("Send a parcel").press("Enter"));
  const shipping = page.getByRole("form", { name: "Send a parcel" }).first();
  await ear.after("sends it without a carrier", () =>
    button(shipping, /^Send the parcel/).press("Enter"),
  );
  await ear.after("sends it", async () => {
    await shipping.getByLabel("Carrier").fill("DHL");
    await shipping.getByLabel("Carrier").press("Enter");
  });
  await ear.after("records its delivery", async () => {
    await disclosure("Mark as delivered").first().press("Enter");
    await button(page.getByRole("form", { name: "Mark as delivered" }).first(), /./).press("Enter");
  });
  await ear.after("undoes the delivery", () => button(page, "Undo").first().press("Enter"));

  await visit(page, "/admin/customers");
  await ear.after("searches the customers", () => searchFor(page, "zzqx"));
  await visit(page, "/admin/stock");
  await ear.after("opens the low stock", () => link(main(page), /^Low/).press("Enter"));
  await ear.after("searches the stock", () => searchFor(page, "shirt"));
  await visit(page, "/admin/donations");
  await visit(page, "/admin/activity");
  await ear.after("filters the activity", async () => {
    await page.getByLabel("What", { exact: true }).selectOption({ index: 1 });
    await button(main(page), "Show").press("Enter");
  });

  await shop.inDatabase((db) => addInquiry(db, { firstName: "Zara" }));
  await visit(page, "/admin/inbox");
  await ear.after("opens the entries to answer", () =>
    main(page)
      .getByRole("link", { name: /^(To answer|New|Open)/ })
      .first()
      .press("Enter"),
  );
  await ear.after("searches the inbox", () => searchFor(page, "Zara"));
  await ear.after("ticks an entry", () => main(page).getByRole("checkbox").first().press("Space"));
  await ear.after("closes the entry", () => button(main(page), "Close").press("Enter"));
});

test("each action of a tailor is heard", async ({ browser, noise, shop }) => {
  noise.expect(refusedFormNoise);
  const { garmentId, userId } = await shop.inDatabase(async (db) => {
    const box = shop.measurementBox;
    const { garments } = await createGarmentOrder(db, { box, customerEmail: newEmail() });
    const staff = await staffMember(db, true, "Rosa");
    return { garmentId: garments[0]?.id ?? "", userId: staff.userId };
  });
  await using tailor = await anotherSession(browser, shop.url, userId);
  const { page } = tailor;
  const ear = await hearSection(page, "A tailor and a garment");
  await visit(page, "/admin/atelier/production");
  await ear.after("opens the garments by due date", () =>
    link(main(page), "By due date").press("Enter"),
  );
  await visit(page, `/admin/atelier/production/${garmentId}`);
  await ear.after("moves a garment to the next stage", () =>
    button(page, "Measurements are checked").press("Enter"),
  );
  await ear.after("is refused the pattern", () => button(page, "Pattern is ready").press("Enter"));
  await ear.after("adds a note to the garment", async () => {
    await page.getByRole("textbox", { name: "Note for the atelier" }).fill("Left cuff longer");
    await button(page, "Add the note").press("Enter");
  });
});
