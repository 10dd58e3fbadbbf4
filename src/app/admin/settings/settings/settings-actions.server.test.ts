import { pino } from "pino";
import { expect, test } from "vitest";
import { runAdminAction } from "#app/web/admin-action.server.ts";
import type { ActionFields, ActionResult } from "#app/web/admin-action.ts";
import { formEntries } from "#app/web/admin-action.ts";
import type { AppDeps } from "#app/web/context.ts";
import { getAdminSettings } from "#features/base/settings/admin-settings-queries.server.ts";
import { settingsToForm } from "#features/base/settings/settings-form.ts";
import { createSecretBox } from "#platform/secrets.server.ts";
import { adminSuite } from "#tests/support/admin-suite.ts";
import { settingsActions } from "./settings-actions.server.ts";

const bench = adminSuite();
const secretBox = createSecretBox("k".repeat(32));

async function stored() {
  const settings = await getAdminSettings(bench.db, { actor: bench.actor });
  if (!settings.ok) throw new Error(settings.error);
  return settings.value;
}

/** Posts the loaded values with these fields changed. */
async function post(
  fields: Record<string, string>,
  { intent = "save-settings", sections = [] as string[], actor = bench.actor } = {},
) {
  const { clock, content, db, jobs } = bench;
  const stripe = { verify: async () => ({ response: "works", mode: "test" }) };
  const logger = pino({ level: "silent" });
  const publicUrl = "http://localhost";
  const deps = {
    db,
    clock,
    jobs,
    content,
    secretBox,
    stripe,
    publicUrl,
    logger,
  } as unknown as AppDeps;
  const loaded = settingsToForm(await stored());
  const shown = sections.flatMap((name) =>
    formEntries(loaded[name] as ActionFields, name).filter(([, value]) => value !== "false"),
  );
  const form = { ...Object.fromEntries(shown), ...fields };
  const body = new URLSearchParams([...Object.entries(form), ["intent", intent]]);
  const request = new Request("http://shop.example/admin.data", { method: "POST", body });
  const { data, init } = await runAdminAction(request, { deps, actor }, [settingsActions]);
  return { ...(data as ActionResult), status: init?.status };
}

const siteName = (name: string, version = 0) =>
  post({ "general.siteName": name, "version.general": String(version) }, { sections: ["general"] });

test("sections and keys of one form are saved together", async () => {
  const saved = await post(
    {
      "version.announcement": "0",
      "announcement.text": "Closed",
      "version.cart": "0",
      "cart.footerText": "Words",
      "version.integrations": "0",
      "integrations.publishableKey": "pk_test_1",
      "integrations.secretKey": "sk_test_1",
    },
    { sections: ["cart", "announcement"] },
  );
  expect(saved).toMatchObject({ done: true, notice: { title: "Settings saved successfully" } });
  const { values, stripe, versions } = await stored();
  expect(values).toMatchObject({ announcement: { text: "Closed" }, cart: { footerText: "Words" } });
  expect(stripe).toMatchObject({ publishableKey: "pk_test_1", mode: "test", version: 1 });
  expect(versions).toMatchObject({ announcement: 1, cart: 1, general: 0 });
});

test("keys that are refused leave the sections of their form as they were", async () => {
  const refused = await post({
    "version.announcement": "0",
    "announcement.text": "Closed",
    "version.integrations": "0",
    "integrations.publishableKey": "pk_live_1",
    "integrations.secretKey": "sk_test_9",
  });
  expect(refused).toMatchObject({ done: false, notice: { title: "Key Mismatch Error" } });
  expect((await stored()).versions.announcement).toBe(0);
});

test("a form that changes nothing counts as saved, and writes nothing", async () => {
  await siteName("Essequibo");
  expect(await siteName("Essequibo", 1)).toMatchObject({ done: true });
  expect((await stored()).versions.general).toBe(1);
});

test("a text of several lines is stored with LF, and its form then changes nothing", async () => {
  const bank = {
    "version.bankTransfer": "0",
    "bankTransfer.enabled": "on",
    "bankTransfer.instructions": "Bank of Guyana\r\nAccount 1",
  };
  expect(await post(bank, { sections: ["bankTransfer"] })).toMatchObject({ done: true });
  expect((await stored()).values.bankTransfer.instructions).toBe("Bank of Guyana\nAccount 1");
  const again = { ...bank, "version.bankTransfer": "1" };
  expect(await post(again, { sections: ["bankTransfer"] })).toMatchObject({ done: true });
  expect((await stored()).versions.bankTransfer).toBe(1);
});

test("what someone else saved since is not overwritten, and the input returns with the version it was entered on", async () => {
  await siteName("Essequibo");
  expect(await siteName("Mine")).toMatchObject({
    status: 409,
    done: false,
    formErrors: [expect.stringContaining("Someone else saved these settings")],
    form: { initialValue: { general: { siteName: "Mine" }, version: { general: "0" } } },
  });
  expect((await stored()).values.general.siteName).toBe("Essequibo");
});

test("a mistake returns with its message; a secret key that was refused does not return at all", async () => {
  const seo = { "version.seo": "0", "seo.titlePattern": "no name" };
  expect(await post(seo, { sections: ["seo"] })).toMatchObject({
    status: 422,
    form: { error: { "seo.titlePattern": [expect.stringContaining("{page}")] } },
  });
  const keys = {
    "version.integrations": "0",
    "integrations.publishableKey": "pk_live_1",
    "integrations.secretKey": "sk_test_9",
  };
  for (const intent of [
    "save-stripe-keys",
    "save-settings",
    "verify-stripe-keys",
    "remove-stripe-keys",
  ]) {
    const refused = await post(keys, { intent });
    expect(refused, intent).toMatchObject({
      done: false,
      form: { initialValue: { integrations: { publishableKey: "pk_live_1" } } },
    });
    expect(JSON.stringify(refused)).not.toContain("sk_test_9");
  }
});

test("a button of the footer's list returns the changed list and saves nothing", async () => {
  const insert = { type: "insert", payload: { name: "footer.links", defaultValue: {} } };
  const changed = await post(
    { "version.footer": "0", __intent__: JSON.stringify(insert) },
    { sections: ["footer"] },
  );
  expect(changed).toMatchObject({ status: 200, done: false, notice: null });
  expect(changed.form?.initialValue?.footer).toMatchObject({ links: { length: 3 } });
  expect((await stored()).versions.footer).toBe(0);
});

test("nobody but an admin saves by a form", async () => {
  for (const actor of bench.strangers) {
    const fields = { "version.announcement": "0", "announcement.text": "Closed" };
    for (const intent of Object.keys(settingsActions.actions)) {
      const keys = { "version.integrations": "0" };
      await expect(
        post({ ...fields, ...keys }, { intent, actor: actor as typeof bench.actor }),
      ).rejects.toMatchObject({ status: 302 });
    }
  }
  expect((await stored()).versions.announcement).toBe(0);
});
