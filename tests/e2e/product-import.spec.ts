import { readFile } from "node:fs/promises";
import { expect } from "@playwright/test";
import { expectAccessible } from "#tests/support/browser/accessibility.ts";
import { openPicker, pressOn, tabTo } from "#tests/support/browser/keyboard.ts";
import { ownerTest as test } from "#tests/support/browser/owner.ts";
import { scrollsSideways, visit } from "#tests/support/browser/shop.ts";

const csvFile = (rows: readonly string[]) => ({
  name: "pieces.csv",
  mimeType: "text/csv",
  buffer: Buffer.from(
    ["Handle,Title,Variant Price,Option1 Name,Option1 Value", ...rows].join("\n"),
  ),
});

test("a CSV file is checked and imported with the keyboard, appears in the shop, and is exported unchanged", async ({
  page,
}) => {
  await test.step("the check lists every line and changes nothing", async () => {
    await visit(page, "/admin?tab=products");
    await pressOn(page, page.getByRole("link", { name: "Import", exact: true }));
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Import products");
    const rows = [
      "pomeroon-wrap,Pomeroon Wrap,129.50,Size,S",
      "pomeroon-wrap,,,,M",
      "berbice-cape,Berbice Cape,ninety,Size,S",
    ];
    await tabTo(page, page.getByRole("main").getByRole("combobox").first());
    const picker = await openPicker(page, page.getByRole("button", { name: "Choose a CSV file" }));
    await picker.setFiles(csvFile(rows));
    await expect(page.getByRole("heading", { name: "pieces.csv is checked" })).toBeVisible();
    const lines = page.getByRole("region", { name: "Line by line" });
    await expect(lines.getByText("Pomeroon Wrap")).toBeVisible();
    await expect(lines.getByText("Price must be a number with at most two decimals")).toBeVisible();
    await pressOn(page, lines.getByRole("link", { name: "Refused 1" }));
    await expect(lines.getByText("Pomeroon Wrap")).toBeHidden();
    await expect(lines.getByText(/line 4, Variant Price/)).toBeVisible();
    await expectAccessible(page);
    expect((await page.request.get("/search?q=pomeroon")).ok()).toBe(true);
  });

  await test.step("the import shows its progress and the product is in the shop", async () => {
    await pressOn(page, page.getByRole("button", { name: "Import 1 product" }));
    await expect(page.getByText("The import is finished")).toBeVisible();
    await expect(page.getByText("1 created, 0 changed, 0 unchanged, 1 refused.")).toBeVisible();
    await expectAccessible(page);
    const report = page.waitForEvent("download");
    await pressOn(page, page.getByRole("link", { name: "Download the report" }));
    const text = await readFile(await (await report).path(), "utf8");
    expect(text).toContain("pomeroon-wrap,Pomeroon Wrap,new,created");
    const shop = await page.request.get("/search?q=pomeroon+wrap");
    expect(await shop.text()).toContain("Pomeroon Wrap");
  });

  await test.step("an exported file contains nothing to import", async () => {
    const exported = page.waitForEvent("download");
    await pressOn(page, page.getByRole("link", { name: "export your products" }));
    const path = await (await exported).path();
    const file = { name: "products.csv", mimeType: "text/csv", buffer: await readFile(path) };
    const again = page.getByRole("button", { name: /^Choose (a CSV|another) file/ });
    await (await openPicker(page, again)).setFiles(file);
    await expect(page.getByText("There is nothing to import")).toBeVisible();
    await pressOn(page, page.getByRole("button", { name: "Forget this file" }));
    await expect(page.getByRole("heading", { name: "products.csv is checked" })).toBeHidden();
    expect(await scrollsSideways(page)).toBe(false);
  });
});
