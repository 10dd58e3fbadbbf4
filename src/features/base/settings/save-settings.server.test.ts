import { asc, eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { newId } from "#core/ids.ts";
import { auditLog } from "#db/schema/audit.server.ts";
import { mailOutbox } from "#db/schema/mail.server.ts";
import { siteSettings } from "#db/schema/settings.server.ts";
import { getSiteFacts } from "#features/catalog/site-shell/site-shell-queries.server.ts";
import { adminSuite } from "#tests/support/admin-suite.ts";
import { addImage } from "#tests/support/catalog.ts";
import { getAdminSettings } from "./admin-settings-queries.server.ts";
import { restoreSettingsVersion } from "./restore-settings-version.server.ts";
import { saveSettings } from "./save-settings.server.ts";
import type { SettingsInput } from "./settings-sections.ts";
import { SECTION_NAMES, SETTINGS_DEFAULTS } from "./settings-sections.ts";
import { getShippingSettings } from "./site-settings-queries.server.ts";

const bench = adminSuite();
const general = { ...SETTINGS_DEFAULTS.general, siteName: "House of Essequibo" };
const save = (sections: SettingsInput) => saveSettings(bench, { actor: bench.actor, sections });

const changedOnce = {
  ...SETTINGS_DEFAULTS,
  general,
  footer: { links: [] },
  announcement: { text: "Closed on Monday" },
  cart: { ...SETTINGS_DEFAULTS.cart, footerText: "30-day returns" },
  seo: { ...SETTINGS_DEFAULTS.seo, indexing: false },
  shipping: { methods: SETTINGS_DEFAULTS.shipping.methods.slice(0, 1) },
  security: { ...SETTINGS_DEFAULTS.security, requireSecondFactor: true },
  invoices: { ...SETTINGS_DEFAULTS.invoices, taxNumber: "TIN 010123456" },
  bankTransfer: { ...SETTINGS_DEFAULTS.bankTransfer, holdDays: 3 },
  alterations: { ...SETTINGS_DEFAULTS.alterations, days: 90 },
  madeToMeasurePage: { ...SETTINGS_DEFAULTS.madeToMeasurePage, lead: "Cut for you alone." },
  privacy: { ...SETTINGS_DEFAULTS.privacy, carts: 400 },
};

async function loaded() {
  const settings = await getAdminSettings(bench.db, { actor: bench.actor });
  if (!settings.ok) throw new Error(settings.error);
  return settings.value;
}

describe("saving the site settings", () => {
  // Specification 3.16
  test("shows in the shop at the next request, and writes down who changed what", async () => {
    const result = await save({ general: { version: 0, value: general } });
    expect(result).toEqual({ ok: true, value: { general: 1 } });
    expect((await getSiteFacts(bench.db)).shell.general).toEqual(general);
    expect(bench.settled).toHaveLength(1);
    expect(await bench.db.select().from(auditLog)).toMatchObject([
      {
        actorName: "Rosa",
        action: "changed",
        subject: "settings",
        subjectId: "general",
        before: SETTINGS_DEFAULTS.general,
        after: general,
      },
    ]);
  });

  test("tells the owners of a new account for transfers, and of a new contact address the one before too", async () => {
    const instructions = "Bank of Guyana, account 1";
    const bankTransfer = { ...SETTINGS_DEFAULTS.bankTransfer, enabled: true, instructions };
    await save({ bankTransfer: { version: 0, value: bankTransfer } });
    const contactEmail = "new@example.com";
    await save({ general: { version: 0, value: { ...general, contactEmail } } });
    const mails = await bench.db.select().from(mailOutbox).orderBy(mailOutbox.id);
    expect(mails.map(({ recipient }) => recipient)).toEqual([
      "owner@example.com",
      "owner@example.com",
      SETTINGS_DEFAULTS.general.contactEmail,
    ]);
    expect(mails[0]?.textBody).toContain(instructions);
    expect(mails[1]?.textBody).toContain(contactEmail);
  });

  test.each(SECTION_NAMES)(
    "records what %s was before its first change, and puts it back",
    async (name) => {
      const { values } = await loaded();
      await save({ [name]: { version: 0, value: changedOnce[name] } });
      const [entry] = await bench.db.select().from(auditLog).where(eq(auditLog.subjectId, name));
      expect(entry?.before).toEqual(values[name]);
      const restored = await restoreSettingsVersion(bench, {
        actor: bench.actor,
        entryId: entry?.id ?? "",
        version: 1,
      });
      expect(restored).toEqual({ ok: true, value: null });
      expect((await loaded()).values[name]).toEqual(values[name]);
    },
  );

  test("keeps what stood before, so that it can be restored", async () => {
    await save({ general: { version: 0, value: general } });
    await save({ general: { version: 1, value: SETTINGS_DEFAULTS.general } });
    const entries = await bench.db
      .select()
      .from(auditLog)
      .where(eq(auditLog.subject, "settings"))
      .orderBy(asc(auditLog.id));
    expect(entries.at(-1)).toMatchObject({ before: general, after: SETTINGS_DEFAULTS.general });
  });

  test("is refused to whoever is no admin", async () => {
    for (const actor of bench.strangers) {
      const sections = { general: { version: 0, value: general } };
      expect(await saveSettings(bench, { actor, sections })).toEqual({
        ok: false,
        error: "forbidden",
      });
      expect(await getAdminSettings(bench.db, { actor })).toMatchObject({ ok: false });
    }
    expect(await bench.db.select().from(siteSettings)).toEqual([]);
  });

  // Specification 7.41
  test("saves all sections or none: what somebody else saved meanwhile is a conflict", async () => {
    await save({ general: { version: 0, value: general } });
    const links = { links: [{ text: "Press", url: "/about" }] };
    const result = await save({
      footer: { version: 0, value: links },
      general: { version: 0, value: SETTINGS_DEFAULTS.general },
    });
    expect(result).toEqual({ ok: false, error: "conflict" });
    const { values, versions } = await loaded();
    expect(values.general).toEqual(general);
    expect(values.footer.links).not.toEqual(links.links);
    expect(versions).toMatchObject({ general: 1, footer: 0 });
  });

  test("lets one of two win who save for the first time at the same moment", async () => {
    const results = await Promise.all(
      [1, 2, 3].map(() => save({ announcement: { version: 0, value: { text: "Closed" } } })),
    );
    expect(results.filter(({ ok }) => ok)).toHaveLength(1);
    expect((await getSiteFacts(bench.db)).shell.announcement).toBe("Closed");
  });
});

describe("what shipping promises", () => {
  const [standard, ...others] = SETTINGS_DEFAULTS.shipping.methods;
  if (!standard) throw new Error("no method");
  const methods = (change: Partial<typeof standard>) => [{ ...standard, ...change }, ...others];

  test("follows from its days, whatever words were sent", async () => {
    const value = {
      ...SETTINGS_DEFAULTS.shipping,
      methods: methods({ minBusinessDays: 3, maxBusinessDays: 4, estimate: "Tomorrow" }),
    };
    await save({ shipping: { version: 0, value } });
    const saved = await getShippingSettings(bench.db);
    expect(saved.methods.map(({ estimate }) => estimate)).toEqual([
      "3-4 business days",
      "2-3 business days",
      "Same day for orders before 2 PM",
      "7-21 business days",
    ]);
  });

  test("cannot end before it begins", async () => {
    const value = {
      ...SETTINGS_DEFAULTS.shipping,
      methods: methods({ minBusinessDays: 9, maxBusinessDays: 4 }),
    };
    expect(await save({ shipping: { version: 0, value } })).toEqual({
      ok: false,
      error: "bad_span",
    });
  });
});

describe("what search engines are told", () => {
  // Specification 2.160
  test("takes its picture from the library alone", async () => {
    const missing = { ...SETTINGS_DEFAULTS.seo, socialImageId: newId() };
    expect(await save({ seo: { version: 0, value: missing } })).toEqual({
      ok: false,
      error: "no_such_image",
    });
    const socialImageId = await addImage(bench.db, "Atelier");
    const value = {
      ...SETTINGS_DEFAULTS.seo,
      socialImageId,
      titlePattern: "{site}: {page}",
      description: "Sewn by hand",
      googleVerification: "abc-123",
    };
    expect(await save({ seo: { version: 0, value } })).toMatchObject({ ok: true });
    const { shell, seo } = await getSiteFacts(bench.db);
    expect(shell.titlePattern).toBe("{site}: {page}");
    expect(seo).toMatchObject({
      description: "Sewn by hand",
      googleVerification: "abc-123",
      socialImage: { id: socialImageId },
    });
    expect((await loaded()).values.seo).toMatchObject({ socialImageId });
  });
});
