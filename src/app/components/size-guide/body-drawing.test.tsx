import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { BodyDrawing } from "./body-drawing.tsx";

it("shows the tapes of the garment's own measures, numbered in their order", () => {
  const html = renderToStaticMarkup(<BodyDrawing measures={["waist", "hips"]} />);
  expect([...html.matchAll(/data-tape="(\w+)"/g)].map(([, tape]) => tape)).toEqual([
    "waist",
    "hips",
  ]);
  expect(html).toContain('aria-label="Where to measure waist and hips"');
});

it("has no bust line for a man's garment", () => {
  const bust = "M220 282C223";
  expect(renderToStaticMarkup(<BodyDrawing gender="female" />)).toContain(bust);
  expect(renderToStaticMarkup(<BodyDrawing gender="male" />)).not.toContain(bust);
});
