import type { Page, Route } from "@playwright/test";
import { expect } from "@playwright/test";
import { photograph } from "#tests/support/browser/images.ts";
import {
  choose,
  openPicker,
  pressInToast,
  pressOn,
  tabTo,
  toggle,
  typeInto,
} from "#tests/support/browser/keyboard.ts";
import {
  button,
  field,
  link,
  main,
  shown,
  title,
  toasts,
} from "#tests/support/browser/locators.ts";
import { ownerTest as test } from "#tests/support/browser/owner.ts";
import { expectReadable, visit } from "#tests/support/browser/shop.ts";

// `tabTo` fails for a control without Tab or visible focus.

/** Pages still load. */
async function abortNextPost(page: Page): Promise<void> {
  const abortPost = async (route: Route) => {
    if (route.request().method() !== "POST") return route.continue();
    await route.abort();
    await page.unroute(/\/admin\.data/, abortPost);
  };
  await page.route(/\/admin\.data/, abortPost);
}

async function goTo(page: Page, area: string): Promise<void> {
  await pressOn(page, page.getByRole("navigation").getByRole("link", { name: area }).first());
}

test("a product is created with sizes, colors and stock with the keyboard, and leaving asks first", async ({
  page,
}) => {
  const name = "Keyboard Wrap";
  const save = page.getByRole("button", { name: "Publish" });
  await visit(page, "/admin?tab=products");
  await pressOn(page, link(page, "Add New Product"));
  await expect(title(page)).toHaveText("Create New Product");
  await choose(page, field(page, "Category"), "Smart");
  await typeInto(page, field(page, "Price ($)"), "");
  await pressOn(page, save);
  await expect(page.getByText("Product name is required").first()).toBeVisible();
  await expect(page.getByText("Price is required").first()).toBeVisible();
  await expect(field(page, "Product Name")).toBeFocused();
  await typeInto(page, field(page, "Product Name"), name);
  await typeInto(page, page.getByLabel("Description"), "Cut on the bias.");
  await typeInto(page, field(page, "Price ($)"), "129.50");
  await choose(page, page.getByLabel("Target Gender"), "Uni");
  await choose(page, page.getByLabel("Garment type"), "Dress");
  const featured = page.getByRole("switch", { name: /^Featured Product/ });
  await toggle(page, featured);
  await expect(featured).toBeChecked();
  await toggle(page, featured);

  const colors = page.getByRole("group", { name: "Colors" });
  const sizes = page.getByRole("group", { name: "Sizes" });
  await toggle(page, sizes.getByRole("checkbox", { name: "M", exact: true }));
  await toggle(page, colors.getByRole("checkbox", { name: "Blue" }));
  await typeInto(page, page.getByLabel("Custom color"), "#12G");
  await page.keyboard.press("Enter");
  await expect(toasts(page)).toContainText("Invalid color");
  await expect(toasts(page)).toContainText("Please enter a valid hex color (e.g. #FF0000)");
  await typeInto(page, page.getByLabel("Custom color"), "#9A5B25");
  await typeInto(page, page.getByLabel("Its name"), "Demerara");
  await pressOn(page, button(colors, "Add"));
  await expect(colors.getByLabel("Name of #9A5B25")).toHaveValue("Demerara");
  await pressOn(page, button(colors, "Remove Demerara"));
  await expect(colors.getByLabel("Name of #9A5B25")).toHaveCount(0);
  await choose(page, page.getByLabel("How M, Blue is sold"), "Counted");
  await typeInto(page, page.getByLabel("Pieces of M, Blue"), "3");

  await pressOn(page, link(page, "Back"));
  const question = page.getByRole("alertdialog", { name: "Leave without saving?" });
  await expect(question).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(question).toBeHidden();
  await expect(field(page, "Product Name")).toHaveValue(name);
  await pressOn(page, save);
  await expect(toasts(page)).toContainText("Product created successfully");
});

test("a new product's images are chosen, described, ordered and removed with the keyboard", async ({
  page,
}) => {
  const name = "Keyboard Cape";
  const images = page.getByRole("list", { name: "Images", exact: true }).getByRole("listitem");
  const alt = (position: number) => field(page, `Alt text of image ${position}`);
  await visit(page, "/admin/products/new");
  await choose(page, field(page, "Category"), "Smart");
  await typeInto(page, field(page, "Product Name"), name);
  const picker = await openPicker(page, page.getByLabel(/choose them/));
  const names = ["front.png", "back.png", "side.png"];
  await picker.setFiles(await Promise.all(names.map((file) => photograph(file, 300))));
  await expect(toasts(page)).toContainText("3 image(s) selected for upload");
  await expect(images).toHaveCount(3);
  for (const [index, text] of ["The front", "The back", "The side"].entries()) {
    await typeInto(page, alt(index + 1), text);
  }
  await pressOn(page, button(page, "Move image 3 up"));
  await expect(alt(2)).toHaveValue("The side");
  await pressOn(page, button(page, "Make image 3 primary"));
  await expect(toasts(page)).toContainText("Primary image updated");
  await expect(alt(1)).toHaveValue("The back");
  await pressOn(page, button(page, "Remove image 3"));
  await expect(toasts(page)).toContainText("Image removed from upload queue");
  await expect(images).toHaveCount(2);
  await expectReadable(page);

  await pressOn(page, page.getByRole("button", { name: "Publish" }));
  await pressOn(page, button(page.getByRole("alertdialog"), "Publish at $0.00"));
  await expect(toasts(page)).toContainText("Product created successfully");
  await expect(title(page)).toBeFocused();
  const opened = page.context().waitForEvent("page");
  await pressInToast(page, "View in shop");
  const shop = await opened;
  await expect(title(shop)).toHaveText(name);
  await expect(main(shop).getByAltText("The back").first()).toBeVisible();
  await shop.close();
  await visit(page, `/admin?tab=products&q=${encodeURIComponent(name)}`);
  await pressOn(page, shown(link(page, `Edit ${name}`)));
  await expect(title(page)).toHaveText("Edit Product");
  await pressOn(page, button(page, "Remove image 2"));
  await expect(toasts(page)).toContainText("Image removed successfully");
  await pressOn(page, link(page, "Back"));
  const question = page.getByRole("alertdialog", { name: "Leave without saving?" });
  await pressOn(page, button(question, "Leave"));
  await expect(page).toHaveURL(/\/admin\?tab=products/);
});

test("the keyboard leads through the content areas, the categories and their products", async ({
  page,
}) => {
  const strip = page.getByRole("navigation", { name: "Clothing categories" });
  const opened = page.getByRole("heading", { level: 3 }).first();

  // Specification 2.127
  await test.step("five areas share one title", async () => {
    await visit(page, "/admin");
    for (const [area, tab] of [
      ["All Products", "products"],
      ["Media Library", "media"],
      ["Site Images", "site-images"],
      ["Site Settings", "settings"],
      ["Clothing Categories", "categories"],
    ] as const) {
      await goTo(page, area);
      await expect(page).toHaveURL(`/admin?tab=${tab}`);
      await expect(page).toHaveTitle(`${area} | Content Management System`);
      await expect(title(page)).toHaveText("Content Management System");
      await expect(main(page)).toContainText("Welcome.");
    }
    await page.goBack();
    await expect(page).toHaveTitle("Site Settings | Content Management System");
    await page.goForward();
    await expect(page).toHaveTitle("Clothing Categories | Content Management System");
  });

  // Specification 2.138, 2.142, 4.36
  await test.step("a system category opens and its name is read-only", async () => {
    await expect(link(strip, /Business Attire/)).toHaveAttribute("aria-current", "true");
    await pressOn(page, link(strip, /Smart Casual/));
    await expect(opened).toContainText("Smart Casual");
    await expect(button(main(page), "Delete")).toHaveCount(0);
    await pressOn(page, button(page, "Edit"));
    const editing = page.getByRole("dialog", { name: "Edit Category" });
    await expect(editing.getByLabel("Category Name")).toHaveJSProperty("readOnly", true);
    await tabTo(page, editing.getByLabel("Description"));
    await expectReadable(page);
    await page.keyboard.press("Escape");
    await expect(button(page, "Edit")).toBeFocused();
    await pressOn(page, link(main(page).getByRole("article").first(), /^Edit /));
    await expect(title(page)).toHaveText(/^Edit Product/);
    await pressOn(page, link(page, "Back"));
    await expect(opened).toContainText("Smart Casual");
  });
});

// Specification 2.140
test("a category is created, described and deleted with the keyboard, and a mistake loses nothing", async ({
  page,
  noise,
}) => {
  noise.expect(/status of 422/);
  const opened = page.getByRole("heading", { level: 3 }).first();
  const capes = "Capes";
  await visit(page, "/admin?tab=categories");
  await test.step("a refused name leaves the form as it was", async () => {
    await pressOn(page, button(page, "Add New Category"));
    const adding = page.getByRole("dialog", { name: "Add New Category" });
    const name = adding.getByLabel("Category Name");
    await pressOn(page, button(adding, "Create Category"));
    await expect(adding).toContainText("Category name is required");
    await expect(name).toBeFocused();
    await typeInto(page, name, "business attire");
    await typeInto(page, adding.getByLabel("Description"), "Long and light");
    await pressOn(page, button(adding, "Create Category"));
    await expect(toasts(page)).toContainText("Failed to create category");
    await expect(adding).toContainText("A category with this name exists already.");
    await expect(adding.getByLabel("Description")).toHaveValue("Long and light");
    await typeInto(page, name, ` ${capes} `);
    await page.keyboard.press("Enter");
    await expect(toasts(page)).toContainText("Category created successfully");
    await expect(opened).toHaveText(capes);
    await expect(page.getByRole("main").getByText("No products in this category")).toBeVisible();
    await tabTo(page, link(main(page), "Add New Product"));
  });

  await test.step("the description is changed, and Escape declines the deletion", async () => {
    await pressOn(page, button(page, "Edit"));
    const editing = page.getByRole("dialog", { name: "Edit Category" });
    await typeInto(page, editing.getByLabel("Description"), "Longer and lighter");
    await pressOn(page, button(editing, "Update Category"));
    await expect(toasts(page)).toContainText("Category updated successfully");
    await expect(main(page)).toContainText("Longer and lighter");
    const question = page.getByRole("alertdialog");
    await pressOn(page, button(main(page), "Delete"));
    await expect(question).toContainText(
      "This will permanently delete this clothing category. This action cannot be undone.",
    );
    await page.keyboard.press("Escape");
    await expect(button(main(page), "Delete")).toBeFocused();
    await page.keyboard.press("Enter");
    await pressOn(page, button(question, "Delete"));
    await expect(toasts(page)).toContainText("Category deleted successfully");
    const strip = page.getByRole("navigation", { name: "Clothing categories" });
    await expect(link(strip, capes)).toHaveCount(0);
  });
});

test("images are uploaded, found, described and deleted with the keyboard", async ({
  page,
  noise,
}) => {
  noise.expect(/ERR_FAILED/);
  const name = "by-keyboard.png";
  const found = shown(link(main(page), new RegExp(name)));

  // Specification 2.134
  await test.step("the button opens the picker of images and videos and uploads what is chosen", async () => {
    await visit(page, "/admin?tab=media");
    const picker = await openPicker(page, button(main(page), "Upload"));
    const kinds = await picker.element().getAttribute("accept");
    expect(kinds).toMatch(/image\/png.*video\/mp4/);
    await picker.setFiles(await photograph(name, 400));
    await expect(toasts(page)).toContainText(`${name} uploaded successfully!`);
  });

  await test.step("the search finds it in the table and in the grid", async () => {
    const search = page.getByRole("search", { name: "Media" }).getByRole("searchbox");
    await typeInto(page, search, name);
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(/q=by-keyboard/);
    await pressOn(page, link(page, "Grid"));
    await expect(page).toHaveURL(/view=grid/);
    await expect(found).toHaveCount(1);
    await pressOn(page, link(page, "Table"));
    await expect(page.getByRole("table")).toBeVisible();
  });

  await test.step("an alt text is edited in the list, the focus stays, and Undo reverts it", async () => {
    const alt = shown(page.getByLabel(`Alt text of ${name}`));
    await typeInto(page, alt, "Noise on ivory");
    await page.keyboard.press("Enter");
    await expect(toasts(page)).toContainText("Alt text saved");
    await expect(alt).toBeFocused();
    await pressInToast(page, "Undo");
    await expect(alt).toHaveValue("");
    await expect(alt).toBeFocused();
  });

  // Specification 2.132, 2.133, 5.39, 8.14
  await test.step("an unused image is deleted after a question that stays open on failure", async () => {
    await pressOn(page, shown(button(main(page), `Delete ${name}`)));
    const question = page.getByRole("alertdialog", { name: "Are you sure?" });
    await expect(question).toContainText("This action cannot be undone.");
    await abortNextPost(page);
    await pressOn(page, button(question, "Delete"));
    await expect(toasts(page)).toContainText("Failed to delete media");
    await pressOn(page, button(question, "Delete"));
    await expect(toasts(page)).toContainText(`${name} deleted`);
    await expect(page.getByRole("main").getByText("Nothing matches")).toBeVisible();
  });

  await test.step("an image in use lists its uses and is not deleted", async () => {
    const used = "bow-tie-1.webp";
    const search = page.getByRole("search", { name: "Media" }).getByRole("searchbox");
    await typeInto(page, search, used);
    await page.keyboard.press("Enter");
    await pressOn(page, shown(button(main(page), `Delete ${used}`)));
    const warning = page.getByRole("dialog", { name: `${used} is in use` });
    await expect(warning).toContainText("This action cannot be undone.");
    await tabTo(page, link(warning, "Promenade Bow Tie"));
    await expectReadable(page);
    await pressOn(page, button(warning, "Cancel"));
    await expect(warning).toBeHidden();
    await expect(shown(button(main(page), `Delete ${used}`))).toBeFocused();
  });
});

// Specification 1.5, 2.147, 2.148, 2.150, 7.37, 7.38, 8.26, 9.19
test("a hero image is replaced with the keyboard, keeps its focal point in view, and the old one returns from the library", async ({
  page,
  noise,
}) => {
  noise.expect(/ERR_FAILED|status of 403/);
  const hero = page.locator("main img").first();
  const heroUrl = async () => {
    const served = await (await page.request.get("/catalog")).text();
    return /<main.*?<img[^>]* src="([^"]+)"/s.exec(served)?.[1] ?? "";
  };
  const before = await heroUrl();
  const file = "new-hero.png";
  await visit(page, "/admin?tab=site-images");

  // Specification 8.25
  await test.step("a failed upload of the presets is reported", async () => {
    await abortNextPost(page);
    await pressOn(page, button(page, "Upload Preset Images"));
    await expect(toasts(page)).toContainText("Upload failed");
    await expect(toasts(page)).toContainText("An error occurred while uploading preset images");
  });

  await pressOn(page, link(main(page), "Page Hero Images"));
  await choose(page, page.getByRole("combobox", { name: "Page" }), "Catalog");
  await expect(page).toHaveURL(/page=catalog/);
  await expect(button(page, "Upload Image for Catalog page")).toBeVisible();
  await expect(page.getByText("Recommended dimensions: 1920×600 pixels.")).toBeVisible();
  const old = await page.getByText(/^hero-.*\.webp$/).innerText();

  // Specification 8.25
  await test.step("an empty choice and a failed upload are reported, and a chosen file is uploaded", async () => {
    const send = button(page, "Upload Image for Catalog page");
    await pressOn(page, send);
    await expect(page.getByText("Please select a file to upload.")).toBeVisible();
    const input = page.getByLabel("Replace Image for Catalog page");
    await (await openPicker(page, input)).setFiles(await photograph(file));
    await expect(page.getByText("Not uploaded yet")).toBeVisible();
    await page.route("**/admin/uploads", (route) => route.fulfill({ status: 403 }), { times: 1 });
    await pressOn(page, send);
    await expect(toasts(page)).toContainText("Upload failed");
    await expect(toasts(page)).toContainText("Failed to upload image");
    await (await openPicker(page, input)).setFiles(await photograph(file));
    await pressOn(page, send);
    await expect(toasts(page)).toContainText("Image uploaded");
    await expect(toasts(page)).toContainText("Hero image has been updated successfully");
    await expect(page.getByText("Upload complete")).toBeVisible();
    await expect(page.getByText(file, { exact: true }).first()).toBeVisible();
    expect(await heroUrl()).not.toBe(before);
  });

  await test.step("the arrow keys move its focal point", async () => {
    await visit(page, `/admin?tab=media&q=${file}`);
    await pressOn(page, shown(link(main(page), file)));
    const item = page.getByRole("article", { name: file });
    await expect(item.getByRole("link", { name: "Catalog" })).toBeVisible();
    await tabTo(page, button(item, /^Focal point/));
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("ArrowDown");
    await expect(toasts(page)).toContainText("Focal point saved");
    await expect(button(item, /52 % from the left, 52 % from the top/)).toBeFocused();
    await expectReadable(page);
    await pressOn(page, link(item, "Close"));
    await expect(item).toHaveCount(0);
    await visit(page, "/catalog");
    await expect(hero).toHaveCSS("object-position", "52% 52%");
  });

  await test.step("the old one is chosen from the library", async () => {
    await visit(page, "/admin?tab=site-images&part=heroes&page=catalog");
    await pressOn(page, button(page, "Choose from library for Catalog page"));
    const library = page.getByRole("dialog");
    await typeInto(page, library.getByLabel("Search the library"), old);
    await page.keyboard.press("Enter");
    await pressOn(page, button(library, `Use ${old}`));
    await expect(toasts(page)).toContainText("Hero image has been updated successfully");
    expect(await heroUrl()).toBe(before);
  });
});

test("settings are changed, saved and reset with the keyboard, and leaving unsaved changes asks first", async ({
  page,
}) => {
  const parts = page.getByRole("navigation", { name: "Site settings" });
  const phone = page.getByLabel("Contact Phone");
  const save = button(page, "Save Settings");
  await visit(page, "/admin?tab=settings");

  await test.step("a mistake on another tab moves the focus to its field", async () => {
    await typeInto(page, phone, "+592 555 0199");
    await typeInto(page, field(page, "Site Name"), " ");
    await pressOn(page, link(parts, "Footer"));
    await expect(page).toHaveURL(/part=footer/);
    await pressOn(page, save);
    await expect(page.getByText("Site name is required")).toBeVisible();
    await expect(field(page, "Site Name")).toBeFocused();
    await expect(phone).toHaveValue("+592 555 0199");
  });

  // Specification 1.5, 2.151, 2.152, 2.154, 7.43, 8.17
  await test.step("a saved change is visible in the shop", async () => {
    await typeInto(page, field(page, "Site Name"), "Demerara Atelier");
    await pressOn(page, save);
    await expect(toasts(page)).toContainText("Settings saved successfully");
    const contact = await page.request.get("/contact");
    expect(await contact.text()).toContain("+592 555 0199");
  });

  await test.step("Reset Changes restores the saved value", async () => {
    await typeInto(page, phone, "typed and discarded");
    await pressOn(page, button(page, "Reset Changes"));
    await expect(toasts(page)).toContainText("Settings reset");
    await expect(phone).toHaveValue("+592 555 0199");
  });

  // Specification 2.153
  await test.step("Tab reaches the first field of every part", async () => {
    for (const [name, part] of [
      ["Integrations", "integrations"],
      ["SEO", "seo"],
      ["Shipping", "shipping"],
      ["Announcement and cart", "notices"],
    ] as const) {
      await pressOn(page, link(parts, name));
      await expect(page).toHaveURL(new RegExp(`part=${part}`));
      await tabTo(page, main(page).locator("input:visible, textarea:visible").first());
    }
  });

  await test.step("leaving with unsaved changes asks first", async () => {
    await pressOn(page, link(parts, "General"));
    await typeInto(page, phone, "+592 555 0188");
    await goTo(page, "Media Library");
    const question = page.getByRole("alertdialog", { name: "Leave without saving?" });
    await pressOn(page, button(question, "Stay here"));
    await expect(phone).toHaveValue("+592 555 0188");
    await expect(page.getByText("Unsaved changes")).toBeVisible();
    await pressOn(page, save);
    await expect(page.getByText("Unsaved changes")).toHaveCount(0);
    await typeInto(page, phone, "not saved");
    await goTo(page, "Media Library");
    await pressOn(page, button(question, "Leave"));
    await expect(page).toHaveURL(/tab=media/);
  });
});
