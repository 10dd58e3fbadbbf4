import type { Result } from "#core/result.ts";
import { fail, ok } from "#core/result.ts";
import type { Actor } from "#features/base/identity/actor.ts";
import type { PatternDrawing } from "#features/patterns/printing/pattern-pdf.server.ts";
import {
  MAX_PDF_MM,
  renderRollPdf,
  renderTilesPdf,
  rollSize,
} from "#features/patterns/printing/pattern-pdf.server.ts";
import { choiceLine } from "./choice-state.ts";
import { labelOfLine } from "./draft-line.server.ts";
import { svgOf } from "./stored-patterns.server.ts";
import type { PatternReadFailure, TailorDeps } from "./tailor-patterns.server.ts";
import { openComponent } from "./tailor-patterns.server.ts";

const PATTERN_FILES = ["svg", "roll", "a4", "letter"] as const;

export type PatternFileKind = (typeof PATTERN_FILES)[number];

export function isPatternFileKind(text: string): text is PatternFileKind {
  return PATTERN_FILES.some((kind) => kind === text);
}

export type PatternFile = {
  bytes: Buffer;
  fileName: string;
  type: "image/svg+xml" | "application/pdf";
};

async function render(drawing: PatternDrawing, kind: PatternFileKind): Promise<Buffer> {
  if (kind === "svg") return Buffer.from(drawing.svg);
  return kind === "roll" ? renderRollPdf(drawing) : renderTilesPdf(drawing, kind);
}

/**
 * A component's newest draft at true scale, for the atelier: SVG, one page for a roll of 841 mm, or pages of A4 or Letter with a
 * calibration square. Opening it is a reading that the customer sees. 'not_drawn' without a drawing, 'too_long' for a drawing
 * that no PDF page holds.
 */
export async function writePatternFile(
  deps: TailorDeps,
  input: { actor: Actor; orderItemId: string; component: string; kind: PatternFileKind },
): Promise<Result<PatternFile, PatternReadFailure | "not_drawn" | "too_long">> {
  const opened = await openComponent(deps, input);
  if (!opened.ok) return opened;
  const { open, component } = opened.value;
  const { content } = component;
  if (!content || content.svg === "") return fail("not_drawn");
  const size = { widthMm: content.width, heightMm: content.height };
  if (input.kind !== "svg" && rollSize(size).heightMm > MAX_PDF_MM) return fail("too_long");
  const title = `${labelOfLine(open.line)}, ${content.title}`;
  const facts = [
    `Version ${component.version}, ${component.isApproved ? "approved" : "not approved"}`,
    `Seam allowance ${content.seamAllowance} mm`,
    ...(component.choices ?? []).map(choiceLine),
  ];
  const bytes = await render({ ...size, svg: svgOf(content), title, facts }, input.kind);
  const fileName = `pattern-${open.line.orderId.slice(0, 8)}-${component.component}-v${component.version}`;
  return ok({ bytes, fileName, type: input.kind === "svg" ? "image/svg+xml" : "application/pdf" });
}
