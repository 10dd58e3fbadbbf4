import { renderToStaticMarkup } from "react-dom/server";
import { createRoutesStub } from "react-router";
import { expect, test } from "vitest";
import { MAX_UNUSED_DAYS } from "#app/web/seal.browser.ts";
import { SETTINGS_DEFAULTS } from "#features/base/settings/settings-sections.ts";
import { privacySections } from "./privacy-sections.tsx";

type Periods = Parameters<typeof privacySections>[1];

function textOf(sectionId: string, periods: Periods): string {
  const section = privacySections("atelier@demerara.example", periods).find(
    ({ id }) => id === sectionId,
  );
  const Stub = createRoutesStub([{ path: "/", Component: () => section?.content }]);
  return renderToStaticMarkup(<Stub />).replace(/<[^>]+>/g, " ");
}

const howLong = (periods: Periods) => textOf("how-long", periods);

const defaults = SETTINGS_DEFAULTS.privacy;
const named = [
  "sessions",
  "emails",
  "events",
  "carts",
  "unpaidOrders",
  "auditValues",
  "restockAlerts",
] as const;

test("the privacy policy names the periods of the settings", () => {
  expect(howLong(defaults)).toContain("after 90 days");
  expect(howLong(defaults)).toContain("after 2 years");
  for (const [index, kind] of named.entries()) {
    const days = 1_001 + index;
    expect(howLong(defaults), kind).not.toContain(`${days} days`);
    expect(howLong({ ...defaults, [kind]: days }), kind).toContain(`${days} days`);
  }
});

test("the privacy policy says how long messages are kept, with and without a period", () => {
  expect(howLong(defaults)).toContain("as long as they may matter for an order");
  const limited = howLong({ ...defaults, inbox: 400 });
  expect(limited).toContain("400 days after they were answered");
  expect(limited).not.toContain("as long as they may matter");
});

test("the privacy policy says how long a browser can read what was measured in it", () => {
  expect(textOf("cookies", defaults)).toContain(
    `removed when you have not used them for ${MAX_UNUSED_DAYS} days`,
  );
});
