import { xmlText } from "#core/xml-text.ts";
import type { DraftPoint, Polyline } from "#features/patterns/measuring/drafted-part.ts";
import { withoutNeedless } from "#features/patterns/outlines/outer-boundary.ts";
import { linesOfPath } from "#features/patterns/outlines/path-lines.ts";
import { CALIBRATION_MM } from "./pattern-tiles.ts";

/** A rectangle in mm; y grows downward. */
export type Box = {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
};

/** One part of a drawing, in its own coordinates. */
export type SvgPart = {
  /** As the cut list names it. */
  readonly part: string;
  /** What its group holds. */
  readonly content: string;
  /** Around everything that is drawn. */
  readonly box: Box;
  /** Where ink lies: every visible line, and the middle of every text. */
  readonly ink: readonly Polyline[];
};

/** A drawing for paper taken apart, so that its parts can be laid out anew. */
export type PatternSvg = {
  /** Style and symbols, before the parts. */
  readonly head: string;
  readonly parts: readonly SvgPart[];
};

const CONTAINER = '<g id="fs-container">';
const ELEMENT = /<(path|text|use)\b([^>]*)>/g;
/** A stack of FreeSewing holds one part, in a group of its own. */
const STACK = /<g id="fs-stack-((?:(?!-part-)[^"])+)"[^>]*>/g;
const INNER_GROUP = /<g id="[^"]*-part-[^>]*>/;
const SIZES: Readonly<Record<string, number>> = {
  "text-xs": 3,
  "text-sm": 4,
  "text-lg": 7,
  "text-xl": 9,
  "text-xxl": 12,
  "text-4xl": 36,
};
const TEXT_MM = 5;
/** Of a letter's height; less than letters have, so that no page is printed for the end of a word. */
const LETTER_WIDTH = 0.45;
/** Notches and buttons reach this far from their point. */
const SYMBOL_MM = 3;

const attribute = (text: string, name: string) =>
  new RegExp(`\\b${name}="([^"]*)"`).exec(text)?.[1] ?? "";

function movedBy(text: string): DraftPoint {
  const [, x = 0, y = 0] = /translate\((-?[\d.e-]+), ?(-?[\d.e-]+)\)/.exec(text)?.map(Number) ?? [];
  return { x, y };
}

const shifted = (line: Polyline, by: DraftPoint): Polyline =>
  line.map(({ x, y }) => ({ x: x + by.x, y: y + by.y }));

/** The middle of a line of text `down` mm below the first, as `matrix(a, b, c, d, e, f) rotate(...)` places it. */
function inkOfText(attributes: string, letters: string, down: number): Polyline {
  const [a = 1, b = 0, c = 0, d = 1, e = 0, f = 0] =
    /matrix\(([^)]*)\)/.exec(attributes)?.[1]?.split(",").map(Number) ?? [];
  const classes = attribute(attributes, "class").split(" ");
  const size = classes.map((name) => SIZES[name]).find((known) => known !== undefined) ?? TEXT_MM;
  const width = letters.trim().length * size * LETTER_WIDTH;
  const x = Number(attribute(attributes, "x")) - (classes.includes("center") ? width / 2 : 0);
  const y = Number(attribute(attributes, "y")) + down - size / 2;
  const [turn = 0, aroundX = 0, aroundY = 0] =
    /rotate\(([^)]*)\)/.exec(attributes)?.[1]?.split(/[ ,]+/).map(Number) ?? [];
  const cos = Math.cos((turn * Math.PI) / 180);
  const sin = Math.sin((turn * Math.PI) / 180);
  return [x, x + width].map((at) => {
    const px = aroundX + (at - aroundX) * cos - (y - aroundY) * sin;
    const py = aroundY + (at - aroundX) * sin + (y - aroundY) * cos;
    return { x: a * px + c * py + e, y: b * px + d * py + f };
  });
}

function inkOf(name: string, attributes: string, after: string): readonly Polyline[] {
  if (name === "path") {
    const isHidden = attribute(attributes, "class").split(" ").includes("hidden");
    const lines = linesOfPath(attribute(attributes, "d"));
    return isHidden ? [] : lines.map((line) => withoutNeedless(line));
  }
  if (name === "use") {
    const x = Number(attribute(attributes, "x"));
    const y = Number(attribute(attributes, "y"));
    return [
      [
        { x: x - SYMBOL_MM, y: y - SYMBOL_MM },
        { x: x + SYMBOL_MM, y: y + SYMBOL_MM },
      ],
    ];
  }
  // Text along a path lies where its line is.
  if (after.startsWith("<textPath")) return [];
  let down = 0;
  return [...after.matchAll(/<tspan([^>]*)>([^<]*)<\/tspan>/g)].flatMap(
    ([, own = "", letters = ""]) => {
      down += Number(attribute(own, "dy"));
      return letters.trim() === "" ? [] : [inkOfText(attributes, letters, down)];
    },
  );
}

function boxAround(points: readonly DraftPoint[]): Box {
  const box = { left: Infinity, top: Infinity, right: -Infinity, bottom: -Infinity };
  for (const { x, y } of points) {
    box.left = Math.min(box.left, x);
    box.right = Math.max(box.right, x);
    box.top = Math.min(box.top, y);
    box.bottom = Math.max(box.bottom, y);
  }
  return box;
}

/** A part's ink where its group places it; `content` is what the stack of the part holds. */
function readInk(content: string): Polyline[] {
  const group = INNER_GROUP.exec(content)?.[0] ?? "";
  const by = movedBy(group);
  return [...content.matchAll(ELEMENT)].flatMap((element) => {
    const [text, name = "", attributes = ""] = element;
    const from = element.index + text.length;
    const end = name === "text" ? content.indexOf("</text>", from) : from;
    const after = content.slice(from, end).trimStart();
    return inkOf(name, attributes, after).map((line) => shifted(line, by));
  });
}

/**
 * Takes a drawing of `drawPattern` apart into its parts, each with its ink in mm. Parts without ink are left out. Throws for text
 * that is no such drawing.
 */
export function readPatternSvg(svg: string): PatternSvg {
  const start = svg.indexOf(CONTAINER);
  if (start < 0) throw new Error("The drawing has no parts.");
  const body = svg.slice(start + CONTAINER.length, svg.lastIndexOf("</g>"));
  const stacks = [...body.matchAll(STACK)];
  const parts = stacks.flatMap((stack, index): SvgPart[] => {
    const [opening, part = ""] = stack;
    const own = body.slice(stack.index + opening.length, stacks[index + 1]?.index);
    const content = own.slice(0, own.lastIndexOf("</g>"));
    const ink = readInk(content);
    return ink.length > 0 ? [{ part, content, box: boxAround(ink.flat()), ink }] : [];
  });
  return { head: svg.slice(0, start), parts };
}

/** Where a part lies: moved by (x, y), after a quarter turn clockwise or none. */
export type PlacedPart = {
  readonly part: SvgPart;
  readonly x: number;
  readonly y: number;
  readonly isTurned: boolean;
};

/** The same drawing with its parts in other locations, on a sheet of this size in mm. */
export function composeSvg(
  { head }: Pick<PatternSvg, "head">,
  { heightMm, parts, widthMm }: { widthMm: number; heightMm: number; parts: readonly PlacedPart[] },
): string {
  const width = widthMm.toFixed(2);
  const height = heightMm.toFixed(2);
  const sized = head.replace(
    /width="[^"]*mm" height="[^"]*mm" viewBox="[^"]*"/,
    `width="${width}mm" height="${height}mm" viewBox="0 0 ${width} ${height}"`,
  );
  const groups = parts.map(({ isTurned, part, x, y }) => {
    const turn = isTurned ? " rotate(90)" : "";
    return `<g id="fs-stack-${part.part}" transform="translate(${x.toFixed(2)}, ${y.toFixed(2)})${turn}">${part.content}</g>`;
  });
  return `${sized}${CONTAINER}\n${groups.join("\n")}\n</g>\n</svg>`;
}

/** The ink of a part where it lies. */
export function placedInk({ isTurned, part, x, y }: PlacedPart): readonly Polyline[] {
  return part.ink.map((line) =>
    line.map((point) =>
      isTurned ? { x: x - point.y, y: y + point.x } : { x: x + point.x, y: y + point.y },
    ),
  );
}

/** Of the title above a drawing, and of each line below it, in mm; both stand beside a square to check the scale by. */
const HEAD = { titleMm: 12, lineMm: 7, textMm: 5, gapMm: 5 };

/**
 * The drawing with its title and facts above it, beside a square of `CALIBRATION_MM`: what it is, its seam allowance, and what became of
 * each choice. The parts stay where they are, at true scale.
 */
export function headedSvg({
  facts,
  svg,
  title,
}: {
  svg: string;
  title: string;
  facts: readonly string[];
}): string {
  const [sized, width = "0", height = "0"] =
    /width="([\d.]+)mm" height="([\d.]+)mm" viewBox="[^"]*"/.exec(svg) ?? [];
  if (sized === undefined) throw new Error("The drawing has no size.");
  const { gapMm, lineMm, textMm, titleMm } = HEAD;
  const headMm = Math.max(CALIBRATION_MM + 2 * gapMm, 2 * titleMm + facts.length * lineMm);
  const beside = CALIBRATION_MM + 3 * gapMm;
  const heightMm = (Number(height) + headMm).toFixed(2);
  const text = (line: string, y: number, size: number) =>
    `<text x="${beside}" y="${(y - headMm).toFixed(2)}" style="font-size:${size}px;text-anchor:start">${xmlText(line)}</text>`;
  const square = `<rect x="${gapMm}" y="${gapMm - headMm}" width="${CALIBRATION_MM}" height="${CALIBRATION_MM}" style="fill:none;stroke:#000;stroke-width:0.2"/>`;
  const lines = [
    square,
    `<text x="${2 * gapMm}" y="${2 * gapMm + textMm - headMm}" style="font-size:${textMm}px;text-anchor:start">${CALIBRATION_MM} mm</text>`,
    text(title, titleMm, 8),
    ...facts.map((fact, index) => text(fact, titleMm + (index + 1) * lineMm, textMm)),
  ];
  const box = `width="${width}mm" height="${heightMm}mm" viewBox="0 ${-headMm} ${width} ${heightMm}"`;
  return svg.replace(sized, box).replace(CONTAINER, `${lines.join("\n")}\n${CONTAINER}`);
}
