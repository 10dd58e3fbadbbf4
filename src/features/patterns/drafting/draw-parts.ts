import type { Finding } from "#features/patterns/designs/pattern-design.ts";
import { SEPARATE_SEAMS } from "#features/patterns/measuring/drafted.ts";
import type { DraftPoint } from "#features/patterns/measuring/drafted-part.ts";
import { distance, strokesOf } from "#features/patterns/measuring/drafted-part.ts";
import type { FreeSewingPart, FreeSewingPath } from "./freesewing.server.ts";
import type { DrawnLabel, DrawnLine, DrawnPart, LineKind } from "./garment-draft.ts";

const MARGIN_MM = 5;

const tenth = (value: number) => Math.round(value * 10) / 10;
const hundredth = (value: number) => Math.round(value * 100) / 100;

/** FreeSewing names a line by its CSS classes and by the macro that drew it. */
function kindOf(name: string, path: FreeSewingPath): LineKind | null {
  const classes = (path.attributes.get("class") || "").split(" ");
  if (/^__macro_(hd|vd|ld|pd)_.*_(from|to)$|^__macro_(hd|vd|ld|pd)_(from|to)$/.test(name)) {
    return "leader";
  }
  if (path.attributes.get("marker-start") === "url(#dimensionFrom)") return "dimension";
  if (path.attributes.get("marker-end") === "url(#dimensionTo)") return "dimension";
  // Short ones have no arrows.
  if (/^__macro_(hd|vd|ld|pd)_/.test(name)) return "dimension";
  if (/^__macro_grainline/.test(name)) return "grain";
  if (/^__macro_cutonfold/.test(name)) return "fold";
  if (/^__macro_(title|scalebox|miniscale|logo|banner)/.test(name)) return null;
  if (classes.includes("gridbox")) return null;
  if (classes.includes("sa")) return "allowance";
  return /^(seam|outline|insideSeam|outsideSeam)/.test(name) || SEPARATE_SEAMS.includes(name)
    ? "seam"
    : "inside";
}

function pathData({ ops }: FreeSewingPath): string {
  const at = ({ x, y }: DraftPoint) => `${hundredth(x)} ${hundredth(y)}`;
  return ops
    .flatMap(({ type, to, cp1, cp2 }) => {
      if (type === "close") return ["Z"];
      if (!to) return [];
      if (type === "move") return [`M${at(to)}`];
      return cp1 && cp2 && type === "curve" ? [`C${at(cp1)} ${at(cp2)} ${at(to)}`] : [`L${at(to)}`];
    })
    .join("");
}

/** The middle of a line and its direction, upright. */
function labelOn(path: FreeSewingPath, text: string): DrawnLabel | null {
  const line = strokesOf(path)[0];
  const first = line?.[0];
  const last = line?.at(-1);
  if (!line || !first || !last) return null;
  let passed = 0;
  const half = line.reduce((sum, point, index) => {
    const before = line[index - 1];
    return before ? sum + distance(before, point) : sum;
  }, 0);
  let middle: DraftPoint = first;
  for (let i = 1; i < line.length; i += 1) {
    const from = line[i - 1];
    const to = line[i];
    if (!from || !to) continue;
    const step = distance(from, to);
    if (step > 0 && passed + step >= half / 2) {
      const part = (half / 2 - passed) / step;
      middle = { x: from.x + part * (to.x - from.x), y: from.y + part * (to.y - from.y) };
      break;
    }
    passed += step;
  }
  const angle = (Math.atan2(last.y - first.y, last.x - first.x) * 180) / Math.PI;
  const upright = angle > 90 ? angle - 180 : angle <= -90 ? angle + 180 : angle;
  return { text, x: hundredth(middle.x), y: hundredth(middle.y), angle: tenth(upright) };
}

function boundsOf(paths: readonly FreeSewingPath[]): DrawnPart["bounds"] | null {
  let left = Infinity;
  let top = Infinity;
  let right = -Infinity;
  let bottom = -Infinity;
  for (const point of paths.flatMap((path) => strokesOf(path)).flat()) {
    [left, right] = [Math.min(left, point.x), Math.max(right, point.x)];
    [top, bottom] = [Math.min(top, point.y), Math.max(bottom, point.y)];
  }
  if (![left, top, right, bottom].every(Number.isFinite)) return null;
  return {
    x: tenth(left - MARGIN_MM),
    y: tenth(top - MARGIN_MM),
    width: tenth(right - left + 2 * MARGIN_MM),
    height: tenth(bottom - top + 2 * MARGIN_MM),
  };
}

function drawPart(
  part: string,
  drafted: FreeSewingPart,
  title: string,
  findings: readonly Finding[],
): DrawnPart | null {
  const lines: DrawnLine[] = [];
  const labels: DrawnLabel[] = [];
  const drawn: FreeSewingPath[] = [];
  for (const [name, path] of Object.entries(drafted.paths)) {
    const kind = path.hidden ? null : kindOf(name, path);
    if (!kind || path.ops.length < 2) continue;
    drawn.push(path);
    lines.push({ kind, d: pathData(path) });
    const text = kind === "dimension" ? path.attributes.getAsArray("data-text") : false;
    const label = text && labelOn(path, plainText(text.join(" ")));
    if (label) labels.push(label);
  }
  const bounds = boundsOf(drawn);
  if (!bounds) return null;
  const notches = Object.values(drafted.snippets)
    .filter(({ def }) => def === "notch" || def === "bnotch")
    .map(({ anchor }) => ({ x: hundredth(anchor.x), y: hundredth(anchor.y) }));
  const spots = findings.flatMap(({ spot }, index) =>
    spot?.part === part ? [{ number: index + 1, x: tenth(spot.x), y: tenth(spot.y) }] : [],
  );
  return { part, title, bounds, lines, labels, notches, spots };
}

/** FreeSewing writes lengths as HTML. */
const plainText = (text: string) => text.replace(/&#160;|&nbsp;/g, " ").trim();

/** Every part of a draft as lines in its own coordinates. */
export function drawParts(
  parts: Readonly<Record<string, FreeSewingPart>>,
  titleOf: (part: string) => string,
  findings: readonly Finding[],
): readonly DrawnPart[] {
  return Object.entries(parts)
    .filter(([, part]) => !part.hidden)
    .flatMap(([name, part]) => drawPart(name, part, titleOf(name), findings) ?? []);
}
