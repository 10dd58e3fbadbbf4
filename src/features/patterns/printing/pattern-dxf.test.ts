import { expect, test } from "vitest";
import { outlineOf } from "#features/patterns/outlines/part-outline.ts";
import { readDxf } from "#tests/support/dxf-reader.ts";
import { writeDxf } from "./pattern-dxf.ts";

const front = {
  part: "simon.frontRight",
  title: "Front right",
  lines: [
    { kind: "seam", d: "M0 0L200 0C200 100 150 200 200 300L0 300Z" },
    { kind: "allowance", d: "M0 -10L210 -10C210 90 160 190 210 310L0 310" },
    { kind: "fold", d: "M0 20L15 20L15 280L0 280" },
    { kind: "grain", d: "M50 40L50 260" },
    { kind: "inside", d: "M20 100L80 100" },
  ],
  notches: [{ x: 0, y: 150 }],
};

const written = writeDxf({
  styleName: "3f2a91c0 Łódź Shirt",
  size: "made to measure",
  parts: [
    {
      outline: outlineOf(front),
      cuts: [
        { material: "fabric", cut: 1, onFold: true, mirrored: false },
        { material: "interfacing", cut: 2, onFold: false, mirrored: true },
      ],
    },
  ],
});

test("a part is one block that the drawing inserts once", () => {
  const { blocks, inserted } = readDxf(written);
  expect(blocks.map(({ name }) => name)).toEqual(["01-FRONTRIGHT"]);
  expect(inserted).toEqual(["01-FRONTRIGHT"]);
});

test("a block has cut, sew, grain, mirror, notch and inner lines on the layers of ASTM D6673, y upward", () => {
  const [block] = readDxf(written).blocks;
  const layersOf = (items: readonly { layer: number }[] = []) =>
    [...new Set(items.map(({ layer }) => layer))].toSorted((a, b) => a - b);
  expect(layersOf(block?.polylines)).toEqual([1, 8, 14]);
  expect(layersOf(block?.points)).toEqual([2, 3, 4]);
  const cut = block?.polylines.filter(({ layer }) => layer === 1) ?? [];
  expect(cut.map(({ isClosed }) => isClosed)).toEqual([true]);
  const ys = cut[0]?.points.map(([, y]) => y) ?? [];
  expect([Math.min(...ys), Math.max(...ys)]).toEqual([-310, 10]);
  expect(block?.lines).toEqual([
    { layer: 7, from: [50, -40], to: [50, -260] },
    { layer: 6, from: [0, -20], to: [0, -280] },
  ]);
  expect(block?.points.filter(({ layer }) => layer === 4)).toEqual([{ layer: 4, at: [0, -150] }]);
});

test("every point of the cut line is a turn or a curve point", () => {
  const [block] = readDxf(written).blocks;
  const cut = block?.polylines.find(({ layer }) => layer === 1)?.points ?? [];
  const marked = block?.points.filter(({ layer }) => layer === 2 || layer === 3) ?? [];
  expect(marked.map(({ at }) => at)).toEqual(cut);
  expect(marked.filter(({ layer }) => layer === 2)).toHaveLength(4);
});

test("the text names the part, how often it is cut and of what, in ASCII", () => {
  const [block] = readDxf(written).blocks;
  expect(block?.texts.map(({ text }) => text)).toEqual([
    "PIECE NAME: Front right",
    "SIZE: made to measure",
    "QUANTITY: 3",
    "MATERIAL: main fabric, interfacing",
    "Cut 1 of main fabric",
    "Cut 2, mirrored, of interfacing",
  ]);
  expect(written).toContain("STYLE NAME: 3f2a91c0 \\U+0141\\U+00F3d\\U+017A Shirt");
  expect([...written].filter((letter) => letter > "~")).toEqual([]);
});
