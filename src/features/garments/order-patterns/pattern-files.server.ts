import type { Result } from "#core/result.ts";
import { fail, ok } from "#core/result.ts";
import type { Actor } from "#features/base/identity/actor.ts";
import { wearerOf } from "#features/garments/specification/specification.ts";
import { lineDetails, wornLabels } from "#features/orders/order/line-description.ts";
import { outlineOf } from "#features/patterns/outlines/part-outline.ts";
import { writeDxf } from "#features/patterns/printing/pattern-dxf.ts";
import type { PatternDrawing } from "#features/patterns/printing/pattern-pdf.server.ts";
import {
  ROLL_LIMITS_MM,
  ROLL_WIDTHS_MM,
  renderRollPdf,
  renderTilesPdf,
} from "#features/patterns/printing/pattern-pdf.server.ts";
import { headedSvg } from "#features/patterns/printing/pattern-svg.ts";
import { agreedChoiceLine, choiceLine } from "./choice-state.ts";
import { listLineCloths, nestContents } from "./line-cloth.server.ts";
import { renderOverviewPdf } from "./overview-pdf.server.ts";
import type { PatternContent } from "./pattern-content.ts";
import { labelOfLine } from "./pattern-line.server.ts";
import { svgOf } from "./stored-patterns.server.ts";
import type { OpenPatternLine, PatternReadFailure, TailorDeps } from "./tailor-patterns.server.ts";
import { openComponent } from "./tailor-patterns.server.ts";

const PATTERN_FILES = ["svg", "dxf", "roll", "a0", "a4", "letter", "overview"] as const;

export type PatternFileKind = (typeof PATTERN_FILES)[number];

/** Whether text names a kind of file. */
export function isPatternFileKind(text: string): text is PatternFileKind {
  return PATTERN_FILES.some((kind) => kind === text);
}

/** The width of a roll in mm that somebody entered; a usual roll without one. */
export function readRollWidth(text: string | null): number {
  const entered = Math.round(Number(text ?? ""));
  const { from, to } = ROLL_LIMITS_MM;
  return entered >= from && entered <= to ? entered : ROLL_WIDTHS_MM[0];
}

type PatternFile = { bytes: Buffer; fileName: string; type: string };

type Rendered = Omit<PatternFile, "fileName"> & { ending: string };

function dxfOf({ cutList, parts }: PatternContent, styleName: string): string {
  return writeDxf({
    styleName,
    size: "made to measure",
    parts: parts.map((part) => ({
      outline: outlineOf(part),
      cuts: cutList.find((entry) => entry.part === part.part)?.cuts ?? [],
    })),
  });
}

async function render(
  content: PatternContent,
  drawing: PatternDrawing,
  { kind, rollMm }: { kind: Exclude<PatternFileKind, "overview">; rollMm: number },
): Promise<Result<Rendered, "too_long" | "too_wide">> {
  const pdf = (bytes: Buffer, name: string) =>
    ok({ bytes, type: "application/pdf", ending: `-${name}.pdf` });
  switch (kind) {
    case "svg":
      return ok({ bytes: Buffer.from(headedSvg(drawing)), type: "image/svg+xml", ending: ".svg" });
    case "dxf": {
      const bytes = Buffer.from(dxfOf(content, drawing.title));
      return ok({ bytes, type: "image/vnd.dxf", ending: ".dxf" });
    }
    case "roll": {
      const rendered = await renderRollPdf(drawing, rollMm);
      return rendered.ok ? pdf(rendered.value, `roll-${rollMm}`) : fail(rendered.error.code);
    }
    default:
      return pdf(await renderTilesPdf(drawing, kind), kind);
  }
}

/** The garment as every sheet of its pattern says it: size, color, fit and monogram. Its number, its name and its wearer are the title. */
const garmentFacts = ({ line, specification }: OpenPatternLine): readonly string[] => [
  ...lineDetails({ ...line.ordered, fit: null }),
  ...wornLabels(wearerOf(specification)),
];

/** "Cloth: Oxford, 150 cm wide", and the lining's: what is committed to the line. */
async function clothFacts(deps: TailorDeps, orderItemId: string): Promise<readonly string[]> {
  const cloths = await listLineCloths(deps.db, orderItemId);
  return cloths.map(({ material, name, widthMm }) => {
    const width = widthMm === null ? "" : `, ${widthMm / 10} cm wide`;
    return `${material === "lining" ? "Lining" : "Cloth"}: ${name}${width}`;
  });
}

/** The whole line: every component, with the nest of all that are drawn on the first of its cloths that they fit. */
async function overviewOf(deps: TailorDeps, open: OpenPatternLine): Promise<Buffer> {
  const { components, contractVersion, line, options } = open;
  const drawn = components.flatMap(({ content, title }) => (content ? [{ title, content }] : []));
  const contents = drawn.map(({ content }) => content);
  const cloths = await listLineCloths(deps.db, line.orderItemId);
  const known = cloths.flatMap(({ isOneWay, material, name, widthMm }) =>
    widthMm === null || material === "lining" ? [] : [{ name, isOneWay, widthMm }],
  );
  const request = { contents, cloths: known, material: "fabric", awaitedBy: "tailor" } as const;
  const nests = await nestContents(deps, request);
  const first = nests.findIndex((nest) => nest !== null);
  const nest = nests[first];
  return renderOverviewPdf({
    title: labelOfLine(line),
    facts: [
      `Contract version ${contractVersion}`,
      ...garmentFacts(open),
      ...components.map(({ isApproved, title, version }) => {
        return `${title}: version ${version}, ${isApproved ? "approved" : "not approved"}`;
      }),
    ],
    choices: options.map((option) => agreedChoiceLine(option, components)),
    components: drawn,
    nest: nest ? { nest, clothName: known[first]?.name ?? "" } : null,
  });
}

/**
 * A component's newest draft at true scale, for the atelier: SVG, DXF for cutting tables, one page for a roll of `rollMm`, or pages of
 * A0, A4 or Letter with a calibration square; or the overview of its whole line. Opening it is a reading that the customer sees. 'not_drawn' without a drawing, 'too_wide'
 * for a roll that a part does not fit, 'too_long' for a drawing that no PDF page holds.
 */
export async function writePatternFile(
  deps: TailorDeps,
  input: {
    actor: Actor;
    orderItemId: string;
    component: string;
    kind: PatternFileKind;
    rollMm: number;
  },
): Promise<Result<PatternFile, PatternReadFailure | "not_drawn" | "too_long" | "too_wide">> {
  const opened = await openComponent(deps, input);
  if (!opened.ok) return opened;
  const { open, component } = opened.value;
  const { content } = component;
  if (!content || content.svg === "") return fail("not_drawn");
  const { kind } = input;
  if (kind === "overview") {
    const bytes = await overviewOf(deps, open);
    const fileName = `overview-${open.line.orderId.slice(0, 8)}.pdf`;
    return ok({ bytes, fileName, type: "application/pdf" });
  }
  const title = `${labelOfLine(open.line)}, ${component.title}`;
  const facts = [
    `Version ${component.version}, ${component.isApproved ? "approved" : "not approved"}`,
    `Seam allowance ${content.seamAllowance} mm`,
    ...garmentFacts(open),
    ...(await clothFacts(deps, open.line.orderItemId)),
    ...(component.choices ?? []).map(choiceLine),
  ];
  const rendered = await render(content, { svg: svgOf(content), title, facts }, { ...input, kind });
  if (!rendered.ok) return rendered;
  const { bytes, ending, type } = rendered.value;
  const fileName = `pattern-${open.line.orderId.slice(0, 8)}-${component.component}-v${component.version}${ending}`;
  return ok({ bytes, fileName, type });
}
