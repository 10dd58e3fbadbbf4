import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { newId } from "#core/ids.ts";
import { categoryImages, productCategories } from "#db/schema/catalog.server.ts";
import { media } from "#db/schema/media.server.ts";
import { siteSettings } from "#db/schema/settings.server.ts";
import { SETTINGS_DEFAULTS } from "#features/base/settings/settings-sections.ts";
import { getShippingSettings } from "#features/base/settings/site-settings-queries.server.ts";
import type { TestDatabase } from "#tests/support/database.ts";
import { createTestDatabase } from "#tests/support/database.ts";
import { getSiteFacts, getSiteShell } from "./site-shell-queries.server.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());
beforeEach(async () => {
  await database.db.delete(siteSettings);
  await database.db.delete(productCategories);
});

describe("getSiteShell", () => {
  // Specification 3.9, 9.13, 9.17
  it("shows the specification's words in a database with nothing in it", async () => {
    const shell = await getSiteShell(database.db);
    expect(shell.general.siteName).toBe("Demerara Atelier");
    expect(shell.cart).toEqual({
      footerText: "Free AI-Fit Remeasurements + 365-Day Returns",
      cardLogos: ["Visa", "Mastercard", "Amex", "PayPal"],
    });
    expect(shell.announcement).toBeNull();
    expect(shell.menu.map((entry) => [entry.name, entry.description, entry.path])).toEqual([
      ["Business Attire", "Professional wardrobe essentials", "/collections/business-attire"],
      ["Evening Elegance", "Stunning formal wear", "/collections/evening-elegance"],
      ["Smart Casual", "Refined casual elegance", "/collections/casual-luxury"],
      ["Seasonal Selection", "Curated seasonal collections", "/collections/seasonal-selection"],
      ["Women's Accessories", "Elegant accessories for women", "/collections/womens-accessories"],
      ["Men's Accessories", "Premium accessories for men", "/collections/mens-accessories"],
    ]);
    expect(shell.menu.every((entry) => entry.image === null)).toBe(true);
  });

  // Specification 3.10, 7.22, 7.31
  it("takes description and picture of a category from the row of that name, whatever its case", async () => {
    const mediaId = newId();
    const categoryId = newId();
    await database.db.insert(media).values({
      id: mediaId,
      name: "satin.webp",
      storageKey: `media/${mediaId}.webp`,
      mimeType: "image/webp",
      byteSize: 10,
      altText: "Folds of satin",
      focalX: 0.25,
    });
    await database.db
      .insert(productCategories)
      .values({ id: categoryId, name: "EVENING elegance", description: "After dark" });
    await database.db.insert(categoryImages).values({ categoryId, mediaId });

    const evening = (await getSiteShell(database.db)).menu[1];
    expect(evening).toEqual({
      name: "Evening Elegance",
      description: "After dark",
      path: "/collections/evening-elegance",
      image: { id: mediaId, alt: "Folds of satin", focalX: 0.25, focalY: 0.5 },
    });
  });

  // Specification 7.22
  it("reads everything in exactly one statement", async () => {
    const execute = vi.spyOn(database.db, "execute");
    const query = vi.spyOn(database.pool, "query");
    await getSiteShell(database.db);
    expect(execute).toHaveBeenCalledTimes(1);
    expect(query).toHaveBeenCalledTimes(1);
    vi.restoreAllMocks();
  });

  // Specification 3.17, 7.40
  it("keeps the good fields of a setting that has a bad one", async () => {
    await database.db.insert(siteSettings).values([
      {
        settingName: "general",
        settingValue: { siteName: "House of Essequibo", contactEmail: "not an address" },
      },
      { settingName: "footer", settingValue: { links: "none" } },
      { settingName: "announcement", settingValue: { text: "Closed for Mashramani" } },
    ]);
    const shell = await getSiteShell(database.db);
    expect(shell.general).toEqual({ ...SETTINGS_DEFAULTS.general, siteName: "House of Essequibo" });
    expect(shell.footerLinks.length).toBeGreaterThan(0);
    expect(shell.announcement).toBe("Closed for Mashramani");
  });

  it("lets search engines in until the owner shuts them out", async () => {
    expect((await getSiteFacts(database.db)).seo.indexing).toBe(true);
    await database.db
      .insert(siteSettings)
      .values({ settingName: "seo", settingValue: { indexing: false } });
    expect((await getSiteFacts(database.db)).seo.indexing).toBe(false);
  });

  // Specification 3.18
  it("never passes on a link that runs a script", async () => {
    await database.db.insert(siteSettings).values({
      settingName: "footer",
      settingValue: { links: [{ text: "Press", url: "javascript:alert(1)" }] },
    });
    const { footerLinks } = await getSiteShell(database.db);
    expect(footerLinks.some((link) => link.url.startsWith("javascript"))).toBe(false);
  });
});

describe("getShippingSettings", () => {
  it("offers the methods of the Shipping page when the owner has set none", async () => {
    const { methods } = await getShippingSettings(database.db);
    expect(methods.map((method) => [method.id, method.priceMinor, method.freeOverMinor])).toEqual([
      ["standard", 1500, 20_000],
      ["express", 2500, null],
      ["georgetown-same-day", 1000, null],
      ["international", 4500, null],
    ]);
  });

  it("reads the owner's rates, and the defaults where a rate makes no sense", async () => {
    const express = { ...SETTINGS_DEFAULTS.shipping.methods[1], priceMinor: 3000 };
    await database.db
      .insert(siteSettings)
      .values({ settingName: "shipping", settingValue: { methods: [express] } });
    expect((await getShippingSettings(database.db)).methods).toEqual([express]);

    await database.db
      .update(siteSettings)
      .set({ settingValue: { methods: [{ ...express, priceMinor: -1 }] } });
    expect(await getShippingSettings(database.db)).toEqual(SETTINGS_DEFAULTS.shipping);
  });
});
