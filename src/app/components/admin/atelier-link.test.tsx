import type { ComponentProps } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { createRoutesStub } from "react-router";
import { expect, test } from "vitest";
import { AtelierTabs } from "#app/admin/garments/atelier/atelier-nav.tsx";
import PatternList from "#app/admin/garments/patterns/pattern-list.tsx";
import { StageForms } from "#app/admin/garments/production/garment-forms.tsx";
import { GarmentSection } from "#app/admin/orders/orders/garment-section.tsx";
import { PatternLinks } from "#app/components/patterns/pattern-links.tsx";
import { OpensMeasurementsContext } from "./atelier-link.tsx";

const line = { productName: "Kaieteur Gown", size: "Custom", colorName: "", madeToMeasure: true };

const garment: ComponentProps<typeof GarmentSection>["garments"][number] = {
  id: "garment",
  orderId: "order",
  orderItemId: "line",
  name: "Kaieteur Gown",
  line,
  number: 1,
  of: 1,
  garmentType: "dress",
  stage: "shipped",
  maker: null,
  due: null,
  version: 1,
  isAnonymous: false,
  isRemake: false,
  alterations: [{ id: "request", garmentId: "garment", number: "AL-1", status: "requested" }],
};

const row = {
  orderItemId: "line",
  orderId: "order",
  name: "Kaieteur Gown",
  ordered: line,
  stage: "checked",
  shipBy: null,
  components: [],
} as const;

const list = { rows: [row], shown: null, counts: [], all: 1 };

const forms = {
  garmentId: "garment",
  orderId: "order",
  orderItemId: "line",
  name: "Kaieteur Gown",
  stage: "sewn",
  version: 1,
  makerId: null,
  makers: [],
  cloth: [],
  gate: null,
  onQueued: () => undefined,
} as const;

/** What names a page with measurements, as staff with or without the permission read it. */
function written(opensMeasurements: boolean): string {
  const pages = { loaderData: list } as unknown as ComponentProps<typeof PatternList>;
  const Page = createRoutesStub([
    {
      path: "/admin",
      Component: () => (
        <OpensMeasurementsContext value={opensMeasurements}>
          <AtelierTabs />
          <PatternLinks orderItemId="line" states={[]} />
          <PatternList {...pages} />
          <StageForms forms={{ ...forms, isAtelier: opensMeasurements }} />
          <GarmentSection garments={[garment]} patterns={{}} today="2026-11-30">
            {null}
          </GarmentSection>
        </OpensMeasurementsContext>
      ),
    },
  ]);
  return renderToStaticMarkup(<Page initialEntries={["/admin"]} />);
}

const OF_MEASUREMENTS = [
  "/admin/atelier/patterns/line",
  "/admin/atelier/alterations",
  "/admin/atelier/alterations/request",
  "/admin/atelier/production/garment/quality",
];

test("who opens measurements is led to patterns, alterations and quality control", () => {
  const html = written(true);
  for (const path of OF_MEASUREMENTS) expect(html).toContain(`href="${path}"`);
});

test("no link leads staff to a page that they may not open, and the pages say what it needs", () => {
  const html = written(false);
  for (const path of OF_MEASUREMENTS) expect(html).not.toContain(`href="${path}`);
  expect(html).toContain("needs the permission to open measurements");
  expect(html).toContain("by somebody who may open measurements");
  expect(html).toContain("Kaieteur Gown");
  expect(html).toContain("AL-1");
  expect(html).toContain('href="/admin/atelier/production"');
});
