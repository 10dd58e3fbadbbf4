import type { Cut } from "#features/patterns/designs/pattern-design.ts";
import { MATERIAL_NAMES } from "#features/patterns/designs/pattern-design.ts";
import type { DraftPoint, Polyline } from "#features/patterns/measuring/drafted-part.ts";
import type { PartOutline, StraightLine } from "#features/patterns/outlines/part-outline.ts";

/** The layers of ASTM D6673, the standard of AAMA, that the shop writes. */
const DXF_LAYERS = {
  cut: 1,
  turnPoint: 2,
  curvePoint: 3,
  notch: 4,
  mirror: 6,
  grain: 7,
  inside: 8,
  sew: 14,
  text: 15,
} as const;

type DxfPart = {
  readonly outline: PartOutline;
  readonly cuts: readonly Cut[];
};

type DxfPattern = {
  /** The order's number and garment; no name of a person. */
  readonly styleName: string;
  /** "3" or "made to measure": what the standard calls the sample size. */
  readonly size: string;
  readonly parts: readonly DxfPart[];
};

type Pair = readonly [code: number, value: string | number];

/** How deep a notch is cut into the edge, in mm: within a seam allowance of 10. */
const NOTCH_DEPTH_MM = 5;
const TEXT_MM = 8;
/** A corner turns by more than this; less belongs to a curve. */
const CORNER_DEGREES = 20;

const coordinate = (value: number) => {
  const text = value.toFixed(3);
  return Number(text) === 0 ? "0.0" : text;
};

/** DXF counts y upward. */
const at = ({ x, y }: DraftPoint): Pair[] => [
  [10, coordinate(x)],
  [20, coordinate(-y)],
  [30, "0.0"],
];

/** Text of one line; what ASCII lacks is written as its code. */
const plainText = (text: string) =>
  [...text.replaceAll(/\s+/g, " ")]
    .map((letter) => {
      const code = letter.codePointAt(0) ?? 0;
      return code < 127 ? letter : `\\U+${code.toString(16).toUpperCase().padStart(4, "0")}`;
    })
    .join("");

const pointOn = (layer: number, point: DraftPoint): Pair[] => [
  [0, "POINT"],
  [8, layer],
  ...at(point),
];

function polylineOn(layer: number, line: Polyline, isClosed: boolean): Pair[] {
  return [
    [0, "POLYLINE"],
    [8, layer],
    [66, 1],
    [70, isClosed ? 1 : 0],
    ...line.flatMap((point): Pair[] => [[0, "VERTEX"], [8, layer], ...at(point)]),
    [0, "SEQEND"],
    [8, layer],
  ];
}

function lineOn(layer: number, { from, to }: StraightLine): Pair[] {
  return [
    [0, "LINE"],
    [8, layer],
    ...at(from),
    [11, coordinate(to.x)],
    [21, coordinate(-to.y)],
    [31, "0.0"],
  ];
}

const textOn = (layer: number, text: string, point: DraftPoint): Pair[] => [
  [0, "TEXT"],
  [8, layer],
  ...at(point),
  [40, TEXT_MM],
  [1, plainText(text)],
];

/** The angle by which the outline turns at a point, in degrees. */
function turnAt(outline: Polyline, index: number): number {
  const point = outline[index];
  const before = outline[(index + outline.length - 1) % outline.length];
  const after = outline[(index + 1) % outline.length];
  if (!point || !before || !after) return 0;
  const into = Math.atan2(point.y - before.y, point.x - before.x);
  const out = Math.atan2(after.y - point.y, after.x - point.x);
  const turn = Math.abs(((out - into) * 180) / Math.PI) % 360;
  return Math.min(turn, 360 - turn);
}

const middleOf = (outline: Polyline): DraftPoint => {
  const xs = outline.map(({ x }) => x);
  const ys = outline.map(({ y }) => y);
  return {
    x: (Math.min(...xs) + Math.max(...xs)) / 2,
    y: (Math.min(...ys) + Math.max(...ys)) / 2,
  };
};

/** Into the part, from the edge that is nearest; in degrees, counted as DXF does. */
function notchAngle({ cut }: PartOutline, notch: DraftPoint): number {
  const { x, y } = middleOf(cut);
  const degrees = (Math.atan2(-(y - notch.y), x - notch.x) * 180) / Math.PI;
  return (degrees + 360) % 360;
}

const cutText = ({ cut, material, mirrored }: Cut) =>
  `Cut ${cut}${mirrored ? ", mirrored," : ""} of ${MATERIAL_NAMES[material] ?? material}`;

const blockName = (index: number, { part }: PartOutline) =>
  `${String(index + 1).padStart(2, "0")}-${part.slice(part.indexOf(".") + 1).replaceAll(/[^A-Za-z0-9]/g, "")}`
    .slice(0, 31)
    .toUpperCase();

function blockOf({ cuts, outline }: DxfPart, index: number, { size }: DxfPattern): Pair[] {
  const name = blockName(index, outline);
  const middle = middleOf(outline.cut);
  const line = (position: number) => ({ x: middle.x, y: middle.y + position * 1.6 * TEXT_MM });
  const quantity = cuts.reduce((sum, { cut }) => sum + cut, 0);
  const materials = cuts.map(({ material }) => MATERIAL_NAMES[material] ?? material);
  const system = [
    `PIECE NAME: ${outline.title}`,
    `SIZE: ${size}`,
    `QUANTITY: ${quantity}`,
    `MATERIAL: ${materials.join(", ")}`,
  ];
  return [
    [0, "BLOCK"],
    [8, DXF_LAYERS.cut],
    [2, name],
    [70, 64],
    ...at({ x: 0, y: 0 }),
    [3, name],
    ...polylineOn(DXF_LAYERS.cut, outline.cut, true),
    ...outline.cut.flatMap((point, position) =>
      pointOn(
        turnAt(outline.cut, position) > CORNER_DEGREES
          ? DXF_LAYERS.turnPoint
          : DXF_LAYERS.curvePoint,
        point,
      ),
    ),
    ...outline.sew.flatMap((sew) => polylineOn(DXF_LAYERS.sew, sew, false)),
    ...outline.inside.flatMap((inside) => polylineOn(DXF_LAYERS.inside, inside, false)),
    ...(outline.grain ? lineOn(DXF_LAYERS.grain, outline.grain) : []),
    ...(outline.fold ? lineOn(DXF_LAYERS.mirror, outline.fold) : []),
    ...outline.notches.flatMap((notch): Pair[] => [
      ...pointOn(DXF_LAYERS.notch, notch),
      [39, NOTCH_DEPTH_MM],
      [50, coordinate(notchAngle(outline, notch))],
    ]),
    ...system.flatMap((text, position) => textOn(DXF_LAYERS.cut, text, line(position))),
    ...cuts.flatMap((cut, position) =>
      textOn(DXF_LAYERS.text, cutText(cut), line(system.length + position)),
    ),
    [0, "ENDBLK"],
    [8, DXF_LAYERS.cut],
  ];
}

/** Between two parts in the drawing, in mm; blocks keep the part's own coordinates. */
const APART_MM = 30;

/** The parts from left to right below the texts of the style, so that a viewer shows each. */
function insertsOf(parts: readonly DxfPart[]): Pair[] {
  let x = 0;
  return parts.flatMap(({ outline }, index): Pair[] => {
    const xs = outline.cut.map((point) => point.x);
    const left = Math.min(...xs);
    const top = Math.min(...outline.cut.map((point) => point.y));
    const location = { x: x - left, y: APART_MM - top };
    x += Math.max(...xs) - left + APART_MM;
    return [[0, "INSERT"], [8, DXF_LAYERS.cut], [2, blockName(index, outline)], ...at(location)];
  });
}

/**
 * A pattern for cutting tables and the programs of the trade: DXF as ASTM D6673 (AAMA) asks for it, in mm, with one block for each
 * part: cut line, turn and curve points, sew line, grain, notches, lines inside and text on their layers. A part on the fold is
 * written as the half that is drawn, with its mirror line. The same pattern has the same text.
 */
export function writeDxf(pattern: DxfPattern): string {
  const { parts, size, styleName } = pattern;
  const style = [
    `STYLE NAME: ${styleName}`,
    `SAMPLE SIZE: ${size}`,
    "ASTM/D13PROPOSAL 1 VERSION: D 6673",
    "UNITS: METRIC",
  ];
  const pairs: Pair[] = [
    [0, "SECTION"],
    [2, "HEADER"],
    [9, "$ACADVER"],
    [1, "AC1009"],
    [0, "ENDSEC"],
    [0, "SECTION"],
    [2, "BLOCKS"],
    ...parts.flatMap((part, index) => blockOf(part, index, pattern)),
    [0, "ENDSEC"],
    [0, "SECTION"],
    [2, "ENTITIES"],
    ...insertsOf(parts),
    ...style.flatMap((text, index) =>
      textOn(DXF_LAYERS.cut, text, { x: 0, y: -index * 2 * TEXT_MM }),
    ),
    [0, "ENDSEC"],
    [0, "EOF"],
  ];
  return `${pairs.map(([code, value]) => `${code}\r\n${value}`).join("\r\n")}\r\n`;
}
