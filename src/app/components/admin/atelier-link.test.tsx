import { renderToStaticMarkup } from "react-dom/server";
import { createRoutesStub } from "react-router";
import { expect, test } from "vitest";
import { AtelierTabs } from "#app/admin/garments/atelier/atelier-nav.tsx";
import { PatternLinks } from "#app/components/patterns/pattern-links.tsx";
import { OpensMeasurementsContext } from "./atelier-link.tsx";

/** The tabs of the atelier and the link of a pattern, as staff with or without the permission read them. */
function written(opensMeasurements: boolean): string {
  const Page = createRoutesStub([
    {
      path: "/admin",
      Component: () => (
        <OpensMeasurementsContext value={opensMeasurements}>
          <AtelierTabs />
          <PatternLinks orderItemId="line" states={[]} />
        </OpensMeasurementsContext>
      ),
    },
  ]);
  return renderToStaticMarkup(<Page initialEntries={["/admin"]} />);
}

test("who opens measurements is led to patterns and alterations", () => {
  const html = written(true);
  expect(html).toContain('href="/admin/atelier/patterns/line"');
  expect(html).toContain('href="/admin/atelier/alterations"');
});

test("no link leads staff to a page that they may not open, and a pattern says what it needs", () => {
  const html = written(false);
  expect(html).not.toContain("/admin/atelier/patterns/line");
  expect(html).not.toContain("/admin/atelier/alterations");
  expect(html).toContain("needs the permission to open measurements");
  expect(html).toContain('href="/admin/atelier/production"');
});
