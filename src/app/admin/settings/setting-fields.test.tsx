import { renderToStaticMarkup } from "react-dom/server";
import { createRoutesStub } from "react-router";
import { expect, test } from "vitest";
import { storedSettings } from "#tests/support/stored-settings.ts";
import { SETTING_FIELDS } from "./setting-fields.ts";
import { SettingsPanel } from "./settings-panel.tsx";
import { SETTINGS_PARTS } from "./settings-url.ts";

test.each(SETTINGS_PARTS)(
  "what $label is known to hold stands on it under its name",
  ({ value }) => {
    const content = { part: value, settings: storedSettings, payments: null, done: null };
    const Page = createRoutesStub([
      { path: "/admin", Component: () => <SettingsPanel content={content} /> },
    ]);
    const html = renderToStaticMarkup(<Page initialEntries={["/admin"]} />);
    const fields = SETTING_FIELDS.filter(({ part }) => part === value);
    expect(fields.length).toBeGreaterThan(0);
    for (const { name, label } of fields) {
      expect(html).toMatch(new RegExp(`(?:name|id)="${name}"`));
      if (!/rates|links/.test(label)) expect(html).toContain(label);
    }
  },
);
