import { renderToStaticMarkup } from "react-dom/server";
import { createRoutesStub } from "react-router";
import { expect, test } from "vitest";
import type { AdminSettings } from "#features/settings/admin-settings.ts";
import { storedSettings } from "#tests/support/stored-settings.ts";
import { editedLinks } from "./footer-edit.ts";
import { readSettingsForm } from "./read-settings-form.ts";
import { changedSections } from "./settings-draft.ts";
import { SettingsPanel } from "./settings-panel.tsx";
import type { SettingsPart } from "./settings-url.ts";
import { SETTINGS_PARTS } from "./settings-url.ts";

const attribute = (tag: string, name: string) =>
  new RegExp(`\\s${name}="([^"]*)"`)
    .exec(tag)?.[1]
    ?.replaceAll("&#x27;", "'")
    .replaceAll("&amp;", "&");

/** What a browser without script would post of an inner tab as the server writes it, by its Save Settings. */
function posted(part: SettingsPart, settings: AdminSettings): FormData {
  const Page = createRoutesStub([
    {
      path: "/admin",
      Component: () => <SettingsPanel content={{ part, settings, payments: null, done: null }} />,
    },
  ]);
  const html = renderToStaticMarkup(<Page initialEntries={["/admin"]} />);
  const data = new FormData();
  for (const [tag] of html.matchAll(/<input\b[^>]*>/g)) {
    const name = attribute(tag, "name");
    const isBox = tag.includes('type="checkbox"');
    if (name && (!isBox || tag.includes('checked=""')))
      data.append(name, attribute(tag, "value") ?? "on");
  }
  for (const [, tag = "", text = ""] of html.matchAll(/(<textarea\b[^>]*>)([^<]*)/g)) {
    data.append(attribute(tag, "name") ?? "", text);
  }
  return data;
}

test.each(SETTINGS_PARTS)("$label posted as it was shown changes nothing", ({ value }) => {
  const form = readSettingsForm(posted(value, storedSettings), value, storedSettings);
  expect(form.values).toEqual(storedSettings.values);
  expect(form.versions).toEqual(storedSettings.versions);
  expect(form.wish).toBe("save");
});

test("what was typed is read field by field, and what is no number keeps its text", () => {
  const shipping = posted("shipping", storedSettings);
  shipping.set("shipping.methods.0.priceMinor", "12.5");
  shipping.set("shipping.methods.0.freeOverMinor", "");
  shipping.set("shipping.methods.1.minBusinessDays", "soon");
  shipping.delete("shipping.methods.1.enabled");
  const { values, typed } = readSettingsForm(shipping, "shipping", storedSettings);
  expect(values.shipping.methods[0]).toMatchObject({ priceMinor: 1_250, freeOverMinor: null });
  expect(values.shipping.methods[1]).toMatchObject({ minBusinessDays: Number.NaN, enabled: false });
  expect(typed["shipping.methods.1.minBusinessDays"]).toBe("soon");
  const notices = posted("notices", storedSettings);
  notices.set("announcement.text", "Closed for Mashramani");
  notices.delete("cart.cardLogos");
  const read = readSettingsForm(notices, "notices", storedSettings);
  expect(read.values.announcement.text).toBe("Closed for Mashramani");
  expect(read.values.cart.cardLogos).toEqual([]);
  expect(changedSections(read.values, storedSettings)).toEqual(["cart", "announcement"]);
});

test("the versions are those the form was opened with, whatever was saved since", () => {
  const form = posted("general", storedSettings);
  const versions = { ...storedSettings.versions, general: 9 };
  const newer = { ...storedSettings, versions };
  expect(readSettingsForm(form, "general", newer).versions.general).toBe(3);
});

test("a form of another page says nothing that could be saved as it is", () => {
  const { values } = readSettingsForm(new FormData(), "general", storedSettings);
  expect(values.general.siteName).toBe("");
  expect(readSettingsForm(new FormData(), "footer", storedSettings).values.footer.links).toEqual(
    [],
  );
});

test("the footer's buttons add, move and delete, and never lose a link by moving", () => {
  const links = ["A", "B", "C"].map((text) => ({ text, url: "/about" }));
  const order = (edit: string) =>
    editedLinks(links, edit)
      .map(({ text }) => text || "new")
      .join("");
  expect(order("add-link")).toBe("ABCnew");
  expect(order("up:1")).toBe("BAC");
  expect(order("down:1")).toBe("ACB");
  expect(order("delete:0")).toBe("BC");
  for (const edit of ["up:0", "down:2", "up:9", "delete:9", "delete:-1", "save", "up:1e3"]) {
    expect(order(edit), edit).toBe("ABC");
  }
});
