import { pino } from "pino";
import { expect, test } from "vitest";
import type { AppDeps } from "#app/web/context.ts";
import { getAdminSettings } from "#features/settings/admin-settings-queries.server.ts";
import { createSecretBox } from "#platform/secret-box.server.ts";
import { adminSuite } from "#tests/support/admin-suite.ts";
import { handleSettingsForm } from "./handle-settings-form.server.ts";
import type { SettingsPart } from "./settings-url.ts";
import { settingsQuery } from "./settings-url.ts";

const bench = adminSuite();
const secretBox = createSecretBox("k".repeat(32));

async function stored() {
  const settings = await getAdminSettings(bench.db, { actor: bench.actor });
  if (!settings.ok) throw new Error(settings.error);
  return settings.value;
}

/** Posts an inner tab's form as a browser without script does. */
async function post(part: SettingsPart, fields: Record<string, string>) {
  const { content, db } = bench;
  const deps = { db, content, secretBox, logger: pino({ level: "silent" }) } as unknown as AppDeps;
  const params = new URLSearchParams(settingsQuery(part));
  const body = new URLSearchParams(fields);
  const request = new Request("http://shop.example/admin", { method: "POST", body });
  return handleSettingsForm(request, { deps, actor: bench.actor, params });
}

const general = {
  "version.general": "0",
  "general.siteName": "Essequibo",
  "general.siteDescription": "",
  "general.contactEmail": "hello@example.com",
  "general.contactPhone": "",
  "general.address": "",
};
const seo = {
  "version.seo": "0",
  "seo.titlePattern": "{page} at {site}",
  "seo.description": "",
  "seo.socialImageId": "",
  "seo.googleVerification": "abc",
  "seo.bingVerification": "",
};

test("every inner tab is saved by its form, which leads back to it", async () => {
  const { shipping } = (await stored()).values;
  const methods = shipping.methods.flatMap(({ label, beforeHour }, place) => [
    [`shipping.methods.${place}.label`, label],
    [`shipping.methods.${place}.enabled`, "on"],
    [`shipping.methods.${place}.priceMinor`, "12.50"],
    ...(beforeHour === null ? [] : [[`shipping.methods.${place}.beforeHour`, "13"]]),
  ]);
  const forms: [SettingsPart, Record<string, string>][] = [
    ["general", general],
    [
      "footer",
      { "version.footer": "0", "footer.links.0.text": "Press", "footer.links.0.url": "/about" },
    ],
    ["seo", seo],
    ["shipping", { "version.shipping": "0", ...Object.fromEntries(methods) }],
    [
      "notices",
      {
        "version.cart": "0",
        "version.announcement": "0",
        "announcement.text": "Closed",
        "cart.footerText": "Words",
        "cart.cardLogos": "Visa",
      },
    ],
    [
      "integrations",
      {
        "version.integrations": "0",
        "integrations.publishableKey": "pk_test_1",
        "integrations.secretKey": "sk_test_1",
      },
    ],
  ];
  for (const [part, fields] of forms) {
    const answer = await post(part, fields);
    const location = `/admin${settingsQuery(part)}&done=saved`;
    expect(answer instanceof Response && answer.headers.get("location"), part).toBe(location);
  }
  const { values, stripe } = await stored();
  expect(values).toMatchObject({
    general: { siteName: "Essequibo" },
    footer: { links: [{ text: "Press", url: "/about" }] },
    seo: { titlePattern: "{page} at {site}", indexing: false, googleVerification: "abc" },
    announcement: { text: "Closed" },
    cart: { footerText: "Words", cardLogos: ["Visa"] },
  });
  expect(values.shipping.methods.map(({ priceMinor }) => priceMinor)).toEqual(
    shipping.methods.map(() => 1_250),
  );
  expect(stripe).toMatchObject({ publishableKey: "pk_test_1", mode: "test" });
});

test("a form that changes nothing counts as saved, and writes nothing", async () => {
  await post("general", general);
  await post("general", { ...general, "version.general": "1" });
  expect((await stored()).versions.general).toBe(1);
});

test("what somebody else saved since is not overwritten, and what was typed comes back with the version it was typed on", async () => {
  await post("general", general);
  const answer = await post("general", { ...general, "general.siteName": "Mine" });
  expect(answer).toMatchObject({
    data: {
      isStale: true,
      values: { general: { siteName: "Mine" } },
      versions: { general: 0 },
      refusal: { title: "Error saving settings" },
    },
    init: { status: 409 },
  });
  expect((await stored()).values.general.siteName).toBe("Essequibo");
});

test("a mistake comes back with its words; a secret key that was refused does not come back at all", async () => {
  expect(await post("seo", { ...seo, "seo.titlePattern": "no place" })).toMatchObject({
    data: { problems: { "seo.titlePattern": expect.stringContaining("{page}") } },
    init: { status: 422 },
  });
  const keys = {
    "integrations.publishableKey": "pk_live_1",
    "integrations.secretKey": "sk_test_9",
  };
  const answer = await post("integrations", { ...keys, "version.integrations": "0", do: "keys" });
  expect(answer).toMatchObject({ data: { refusal: { title: "Key Mismatch Error" } } });
  expect(JSON.stringify(answer)).not.toContain("sk_test_9");
});

test("nobody but an admin saves by a form", async () => {
  for (const actor of bench.strangers) {
    const deps = { db: bench.db, content: bench.content } as unknown as AppDeps;
    const request = new Request("http://shop.example/admin", {
      method: "POST",
      body: new URLSearchParams(general),
    });
    const params = new URLSearchParams();
    await expect(handleSettingsForm(request, { deps, actor, params })).rejects.toMatchObject({
      status: 302,
    });
  }
  expect((await stored()).versions.general).toBe(0);
});
