import { renderToStaticMarkup } from "react-dom/server";
import { createRoutesStub } from "react-router";
import { expect, test } from "vitest";
import { SETTINGS } from "#app/shell/command-palette/offered-groups.ts";
import { parseForm } from "#app/web/form.server.ts";
import { IDLE_LIMITS } from "#core/session-limits.ts";
import type { SettingsTab } from "#features/base/settings/setting-description.ts";
import { SETTINGS_TABS } from "#features/base/settings/setting-description.ts";
import { settingsForm } from "#features/base/settings/settings-form.ts";
import { settingsQuery } from "#features/base/settings/settings-sections.ts";
import { storedSettings } from "#tests/support/stored-settings.ts";
import { SettingsPanel } from "./settings-panel.tsx";

/** Renders a tab on the server. */
function written(tab: SettingsTab): string {
  const content = { tab, settings: storedSettings, payments: null, images: null };
  const Page = createRoutesStub([
    { path: "/admin", Component: () => <SettingsPanel content={content} /> },
  ]);
  return renderToStaticMarkup(<Page initialEntries={["/admin"]} />);
}

const attribute = (tag: string, name: string) =>
  new RegExp(`\\s${name}="([^"]*)"`)
    .exec(tag)?.[1]
    ?.replaceAll("&#x27;", "'")
    .replaceAll("&amp;", "&");

/** Returns what Save Settings posts without JavaScript. */
function posted(tab: SettingsTab): FormData {
  const html = written(tab);
  const data = new FormData();
  for (const [tag] of html.matchAll(/<input\b[^>]*>/g)) {
    const name = attribute(tag, "name");
    const isBox = tag.includes('type="checkbox"');
    if (name && (!isBox || tag.includes('checked=""')))
      data.append(name, attribute(tag, "value") ?? (isBox ? "on" : ""));
  }
  for (const [, tag = "", text = ""] of html.matchAll(/(<textarea\b[^>]*>)([^<]*)/g)) {
    data.append(attribute(tag, "name") ?? "", text);
  }
  for (const [, tag = "", options = ""] of html.matchAll(/(<select\b[^>]*>)(.*?)<\/select>/g)) {
    const [, chosen = ""] = /<option selected="">([^<]*)/.exec(options) ?? [];
    data.append(attribute(tag, "name") ?? "", chosen);
  }
  return data;
}

test.each(SETTINGS_TABS)("$label posted as it was shown changes nothing", async ({ value }) => {
  const form = posted(value);
  expect(form.get("intent")).toBe("save-settings");
  const submission = await parseForm(form, settingsForm(storedSettings));
  expect(submission).toMatchObject({ status: "success", value: { sections: {}, keys: null } });
});

test.each(SETTINGS_TABS)(
  "a changed $label is saved from the version that it showed",
  async (tab) => {
    const changes: Record<SettingsTab, [string, string]> = {
      general: ["general.siteName", "Essequibo"],
      footer: ["footer.links[1].text", "Press"],
      integrations: ["integrations.publishableKey", "pk_test_1"],
      seo: ["seo.description", "Sewn by hand"],
      shipping: ["shipping.methods[3].priceMinor", "12.50"],
      transfers: ["bankTransfer.holdDays", "9"],
      invoices: ["invoices.taxNumber", "TIN 010123456"],
      security: ["security.requireSecondFactor", "on"],
      alterations: ["alterations.days", "90"],
      privacy: ["privacy.inbox", "400"],
      notices: ["announcement.text", "Closed for Mashramani"],
    };
    const form = posted(tab.value);
    const [name, value] = changes[tab.value];
    // A switch that is off sends nothing.
    expect(form.has(name)).toBe(value !== "on");
    form.set(name, value);
    const submission = await parseForm(form, settingsForm(storedSettings));
    if (submission.status !== "success") throw new Error("refused");
    const { sections, keys } = submission.value;
    const changed = keys ? ["integrations"] : Object.keys(sections);
    expect(changed).toEqual([name.split(".")[0]]);
  },
);

test("another idle limit is saved, and each says beside its field why it is as long as it is", async () => {
  const form = posted("security");
  form.set("security.adminIdle", "30 minutes");
  const submission = await parseForm(form, settingsForm(storedSettings));
  if (submission.status !== "success") throw new Error("refused");
  expect(submission.value.sections.security?.value).toMatchObject({
    adminIdle: "30 minutes",
    atelierIdle: "12 hours",
  });
  const html = written("security");
  for (const { choices, reason } of Object.values(IDLE_LIMITS)) {
    expect(html).toContain(reason);
    for (const choice of choices) expect(html).toContain(`>${choice}</option>`);
  }
});

test.each(SETTINGS_TABS)("what the command palette finds on $label stands there", ({ value }) => {
  const html = written(value);
  const found = SETTINGS.map(({ path }) => path.split("#")).filter(
    ([path, name]) => path === `/admin${settingsQuery(value)}` && name !== undefined,
  );
  expect(found.length).toBeGreaterThan(0);
  for (const [, name = ""] of found) {
    expect(
      [`name="${name}"`, `id="${name}"`].some((named) => html.includes(named)),
      name,
    ).toBe(true);
  }
});
