import { expect, test } from "vitest";
import { storedSettings } from "#tests/support/stored-settings.ts";
import type { AdminSettings } from "./settings-form.ts";
import { changedSections, settingsForm, settingsToForm } from "./settings-form.ts";
import { SETTINGS_DEFAULTS } from "./settings-sections.ts";

type Raw = Record<string, Record<string, unknown>>;

function posted(changes: Raw = {}, settings: AdminSettings = storedSettings): Raw {
  const form = JSON.parse(JSON.stringify(settingsToForm(settings), onToText)) as Raw;
  for (const [name, fields] of Object.entries(changes)) form[name] = { ...form[name], ...fields };
  return form;
}

const onToText = (_name: string, value: unknown) =>
  typeof value === "boolean" ? (value ? "on" : undefined) : value;

function problemsOf(form: Raw): Record<string, string> {
  const { error } = settingsForm(storedSettings).safeParse(form);
  return Object.fromEntries(
    (error?.issues ?? []).map(({ path, message }) => [path.join("."), message]),
  );
}

const defaultMethods = () => (posted().shipping?.methods ?? []) as object[];

const methodsWith = (change: object) => {
  const [standard, ...others] = defaultMethods();
  return { shipping: { methods: [{ ...standard, ...change }, ...others] } };
};

test("a form posted as it was loaded changes nothing", () => {
  expect(changedSections(posted(), storedSettings.values)).toEqual([]);
  expect(settingsForm(storedSettings).parse(posted())).toEqual({ sections: {}, keys: null });
});

test("a text whose lines end differently is unchanged, whether it was stored or posted with CRLF", () => {
  const lf = "Bank\nAccount";
  const crlf = "Bank\r\nAccount";
  for (const [held, sent] of [
    [crlf, lf],
    [lf, crlf],
  ] as const) {
    const bankTransfer = { ...storedSettings.values.bankTransfer, instructions: held };
    const settings = { ...storedSettings, values: { ...storedSettings.values, bankTransfer } };
    const form = posted({ bankTransfer: { instructions: sent } }, settings);
    expect(changedSections(form, settings.values)).toEqual([]);
  }
});

test("only what was changed is saved, with the version it was changed from", () => {
  const { sections } = settingsForm(storedSettings).parse(
    posted({ general: { siteName: " Essequibo " } }),
  );
  const value = { ...SETTINGS_DEFAULTS.general, siteName: "Essequibo" };
  expect(sections).toEqual({ general: { version: 3, value } });
});

test("countries are chosen one by one, and the same ones in another order are no change", () => {
  const stored = (dutyFreeCountries: string) => {
    const shipping = { ...storedSettings.values.shipping, dutyFreeCountries };
    return { ...storedSettings, values: { ...storedSettings.values, shipping } };
  };
  const settings = stored("TT GY");
  expect(posted({}, settings).shipping?.dutyFreeCountries).toEqual(["TT", "GY"]);
  const chosen = (codes: readonly string[] | string | undefined) => {
    const form = posted({ shipping: { dutyFreeCountries: codes } }, settings);
    return settingsForm(settings).parse(form).sections.shipping?.value.dutyFreeCountries;
  };
  expect(chosen(["GY", "TT"])).toBeUndefined();
  expect(chosen(["GY", "BB"])).toBe("GY, BB");
  expect(chosen("SR")).toBe("SR");
  expect(chosen(undefined)).toBe("");
  const { error } = settingsForm(settings).safeParse(
    posted({ shipping: { dutyFreeCountries: ["Guyana"] } }, settings),
  );
  expect(error?.issues[0]?.message).toBe("Please choose countries of the list.");
});

test("the versions are those the form was opened with, whatever was saved since", () => {
  const newer = { ...storedSettings, versions: { ...storedSettings.versions, general: 9 } };
  const form = posted({ general: { siteName: "Essequibo" } });
  expect(settingsForm(newer).parse(form).sections.general?.version).toBe(3);
});

test("a section whose version the form does not name is left as it is; an emptied list is a change", () => {
  const form = posted({ footer: { links: undefined } });
  expect(changedSections(form, storedSettings.values)).toEqual(["footer"]);
  const { footer: _, ...versions } = form.version ?? {};
  expect(changedSections({ ...form, version: versions }, storedSettings.values)).toEqual([]);
});

test("amounts are entered in dollars, an empty limit means none, and what is not entered stays", () => {
  const form = posted(methodsWith({ priceMinor: "12.5", freeOverMinor: "" }));
  const { sections } = settingsForm(storedSettings).parse(form);
  expect(sections.shipping?.value.methods[0]).toMatchObject({
    id: "standard",
    priceMinor: 1_250,
    freeOverMinor: null,
    onlyCountries: ["GY"],
  });
});

test("a checkbox that is not posted is off, a single one is a list, and an empty line is none", () => {
  const form = posted({
    cart: { cardLogos: "Visa" },
    announcement: { text: "Closed" },
    seo: { indexing: undefined },
  });
  const { sections } = settingsForm(storedSettings).parse(form);
  expect(sections.cart?.value.cardLogos).toEqual(["Visa"]);
  expect(sections.announcement?.value.text).toBe("Closed");
  expect(sections.seo?.value.indexing).toBe(false);
  const closed = {
    ...storedSettings,
    values: { ...storedSettings.values, announcement: { text: "Closed" } },
  };
  const emptied = settingsForm(closed).parse(posted({ announcement: { text: "" } }, closed));
  expect(emptied.sections.announcement?.value.text).toBeNull();
});

test("each mistake stands at its field with its message", () => {
  const form = posted({
    general: { siteName: " ", contactEmail: "nobody" },
    footer: { links: [{ text: "", url: "javascript:alert(1)" }] },
    ...methodsWith({ priceMinor: "a lot", minBusinessDays: "soon" }),
  });
  expect(problemsOf(form)).toMatchObject({
    "general.siteName": "Site name is required",
    "general.contactEmail": "Please enter a valid email address, like name@example.com.",
    "footer.links.0.text": "Text is required",
    "footer.links.0.url": expect.stringContaining("https://"),
    "shipping.methods.0.priceMinor": "Please enter an amount, like 49.50",
    "shipping.methods.0.minBusinessDays": "Please enter days as a number.",
  });
});

test.each([
  ["info@bücher.example", "info@bücher.example"],
  ["info@xn--bcher-kva.example", "info@bücher.example"],
  ["\u200binfo@BÜCHER.example ", "info@bücher.example"],
])("the contact email %s is stored as pages and mails print it", (contactEmail, stored) => {
  const form = settingsForm(storedSettings).parse(posted({ general: { contactEmail } }));
  expect(form.sections.general?.value.contactEmail).toBe(stored);
});

test("a shop that ships in no way at all is not saved", () => {
  const methods = defaultMethods().map((method) => ({
    ...method,
    enabled: undefined,
  }));
  expect(problemsOf(posted({ shipping: { methods } }))).toEqual({
    "shipping.methods": "At least one way of shipping must be on: without one, nobody can order.",
  });
});

test("a form of another page and one with empty fields are refused", () => {
  expect(problemsOf({ name: {} })).toEqual({ version: "The form names no section." });
  expect(problemsOf({ version: { general: "3" } })["general.siteName"]).toBe(
    "Site name is required",
  );
});

test("keys are part of the form only when they were entered", () => {
  const keys = { publishableKey: "pk_test_1", secretKey: "sk_test_1" };
  expect(settingsForm(storedSettings).parse(posted({ integrations: keys })).keys).toEqual({
    ...keys,
    version: 0,
  });
});

const linkProblems = (url: string) =>
  Object.keys(problemsOf(posted({ footer: { links: [{ text: "Link", url }] } })));

test.each([
  "/about",
  "/collections/lounge-wear?page=2",
  "https://example.com/a",
  "HTTPS://EXAMPLE.COM",
])("a footer link may lead to %s", (url) => {
  expect(linkProblems(url)).toEqual([]);
});

test.each([
  "javascript:alert(1)",
  "JavaScript:alert(1)",
  " javascript:alert(1)",
  "data:text/html,x",
  "http://example.com",
  "//example.com",
  "/\\example.com",
  "https://",
  "https:///example.com",
  "about",
  "mailto:a@example.com",
  "/a b",
])("a footer link never leads to %s", (url) => {
  expect(linkProblems(url)).toEqual(["footer.links.0.url"]);
});
