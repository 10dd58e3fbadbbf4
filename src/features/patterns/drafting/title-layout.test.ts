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
      __macro_title_a_title: textAt(down(8), "Welt"),
      __macro_title_a_name: textAt(down(16), "3f2a91c0 Suit"),
      __macro_title_a_notes: textAt(
        down(24),
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
