import { expect, test } from "vitest";
import type { FreeSewingPart } from "./freesewing.server.ts";
import { layOutTitles } from "./title-layout.ts";

type At = { x: number; y: number };

const rectangle = ({ x, y }: At, width: number, height: number) => ({
  hidden: false,
  ops: [
    { type: "move", to: { x, y } },
    { type: "line", to: { x: x + width, y } },
    { type: "line", to: { x: x + width, y: y + height } },
    { type: "line", to: { x, y: y + height } },
    { type: "close" },
  ],
  attributes: attributes({}),
});

function attributes(entries: Record<string, string>) {
  const values = new Map(Object.entries(entries));
  return {
    get: (name: string) => values.get(name) ?? false,
    getAsArray: (name: string) => (values.has(name) ? [values.get(name) ?? ""] : false),
    set: (name: string, value: string) => values.set(name, value),
  };
}

const textAt = ({ x, y }: At, text: string) => ({
  x,
  y,
  attributes: attributes({ "data-text": text }),
});

/** A part of this size with FreeSewing's title at a point, and what is drawn inside. */
function aPart(size: { width: number; height: number }, at: At, inside: object = {}) {
  const down = (mm: number) => ({ x: at.x, y: at.y + mm });
  return {
    hidden: false,
    paths: { seam: rectangle({ x: 0, y: 0 }, size.width, size.height), ...inside },
    snippets: {},
    points: {
      __macro_title_a_nr: textAt(at, "11"),
      // Where the date was FreeSewing leaves a line free.
      __macro_title_a_title: textAt(down(16), "Welt"),
      __macro_title_a_name: textAt(down(24), "3f2a91c0 Suit"),
      __macro_title_a_notes: textAt(
        down(32),
        "Cut 2, mirrored, of main fabric\nHem: 40 mm are turned up.",
      ),
    },
  };
}

const laidOut = (part: ReturnType<typeof aPart>) => {
  layOutTitles({ welt: part as unknown as FreeSewingPart });
  return part.points;
};

test("a title that lies over a pocket moves beside it, and keeps its number", () => {
  const pocket = { pocket: rectangle({ x: 40, y: 100 }, 90, 110) };
  const points = laidOut(aPart({ width: 260, height: 400 }, { x: 60, y: 150 }, pocket));
  const { x, y } = points.__macro_title_a_title;
  const isBeside = x > 130 || y + 26 < 100 || y - 35 > 210;
  expect(isBeside).toBe(true);
  expect(points.__macro_title_a_nr.x).toBe(x);
});

test("a title with room stays where it is", () => {
  const points = laidOut(aPart({ width: 260, height: 400 }, { x: 60, y: 150 }));
  expect(points.__macro_title_a_nr).toMatchObject({ x: 60, y: 150 });
});

test("a small part has its title without the large number, within its outline", () => {
  const points: Partial<ReturnType<typeof aPart>["points"]> = laidOut(
    aPart({ width: 120, height: 36 }, { x: 60, y: 16 }),
  );
  expect(points.__macro_title_a_nr).toBeUndefined();
  const title = points.__macro_title_a_title;
  expect(title?.x).toBeGreaterThan(0);
  expect(title?.y).toBeLessThan(36);
  expect(title?.attributes.get("data-text-transform")).toMatch(/^matrix\(0\.\d+, /);
});

/** Where a height of the drawing lies after the transform of a text, without a turn. */
function drawnAt(point: ReturnType<typeof textAt> | undefined, y: number): number {
  const transform = String(point?.attributes.get("data-text-transform"));
  const numbers = /matrix\(([^)]*)\)/.exec(transform)?.[1]?.split(",").map(Number) ?? [];
  return (numbers[3] ?? 1) * y + (numbers[5] ?? 0);
}

test("a large number stands within the outline above its title", () => {
  const points: Partial<ReturnType<typeof aPart>["points"]> = laidOut(
    aPart({ width: 164, height: 91 }, { x: 60, y: 20 }),
  );
  const number = points.__macro_title_a_nr;
  expect(number).toBeDefined();
  // Letters of 36 mm are 26 mm high.
  expect(drawnAt(number, (number?.y ?? 0) - 26)).toBeGreaterThan(0);
});

const grain = (y: number, length: number) => ({
  hidden: false,
  ops: [
    { type: "move", to: { x: 10, y } },
    { type: "line", to: { x: 10 + length, y } },
  ],
  attributes: attributes({ "data-text": "plugin-annotations:grainline" }),
});

test("a narrow band has its title across the grain line and beside the word on it", () => {
  const inside = { __macro_grainline_line: grain(10, 280) };
  const points = laidOut(aPart({ width: 300, height: 20 }, { x: 140, y: 8 }, inside));
  const notes = points.__macro_title_a_notes;
  expect(drawnAt(notes, notes.y + 8)).toBeLessThan(20);
  // The word lies in the middle, about 24 mm long; the text is 32 mm long.
  expect(notes.x < 110 || notes.x > 162).toBe(true);
});

test("a strip without room has its title below it, and not over its cut line", () => {
  const title = laidOut(aPart({ width: 130, height: 8 }, { x: 60, y: 4 })).__macro_title_a_title;
  expect(drawnAt(title, title.y - 7)).toBeGreaterThan(8);
});
