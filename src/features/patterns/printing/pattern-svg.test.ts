import { expect, test } from "vitest";
import { headedSvg, readPatternSvg } from "./pattern-svg.ts";

const SVG = `<svg width="300.00mm" height="200.00mm" viewBox="0 0 300.00 200.00">
<g id="fs-container">
<g id="fs-stack-a.back" transform="translate(0, 0)"><path d="M 10,10 L 290,190"/></g>
</g>
</svg>`;

test("a drawing with a title, facts and a square of 100 mm stays at true scale, its parts where they are", () => {
  const facts = ["Seam allowance 10 mm", "Collar: Band & stand (by hand)"];
  const headed = headedSvg({ svg: SVG, title: "3f2a91c0 <Shirt>", facts });
  expect(headed).toContain('width="300.00mm" height="310.00mm" viewBox="0 -110 300.00 310.00"');
  expect(headed).toContain('<rect x="5" y="-105" width="100" height="100"');
  expect(headed).toContain("3f2a91c0 &lt;Shirt&gt;");
  expect(headed).toContain("Collar: Band &amp; stand (by hand)");
  expect(readPatternSvg(headed).parts).toEqual(readPatternSvg(SVG).parts);
});

test("each line of a text is ink, so that nothing is laid over the last one", () => {
  const note = `<text class="text-md left" transform="matrix(0.5, 0, 0, 0.5, 0, 0) rotate(0 0 0)" x="0" y="20"><tspan>Cut 2 of fabric</tspan><tspan x="0" dy="8">Cut 2 of interfacing </tspan>\n</text>`;
  const [part] = readPatternSvg(SVG.replace("</g>", `${note}</g>`)).parts;
  const lines = part?.ink.slice(1).map(([from]) => from?.y);
  expect(lines).toEqual([8.75, 12.75]);
});
