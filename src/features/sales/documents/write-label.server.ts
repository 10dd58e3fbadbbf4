import type { Result } from "#core/result.ts";
import { ok } from "#core/result.ts";
import type { Queryable } from "#db/client.server.ts";
import type { Actor } from "#features/base/identity/actor.ts";
import { getSiteShell } from "#features/catalog/site-shell/site-shell-queries.server.ts";
import { describeMaterial, garmentLabelPath } from "#features/sales/impact/impact.ts";
import type { PrintedLabel } from "#features/sales/impact/impact-queries.server.ts";
import { findPrintedLabel } from "#features/sales/impact/impact-queries.server.ts";
import type { PdfWriter } from "#platform/pdf-writer.server.ts";
import { createPdfWriter, loadPdfFonts } from "#platform/pdf-writer.server.ts";
import type { PdfFile } from "./write-documents.server.ts";

/** 60 by 100 mm in points: a swing tag. */
const LABEL = { width: 170.08, height: 283.46, margin: 17 };
const RIGHT = LABEL.width - LABEL.margin;
const TEXT_WIDTH = RIGHT - LABEL.margin;
/** 30 mm: a phone reads it from a hand's length. */
const CODE_SIZE = 85;
const CODE_TOP = LABEL.height - LABEL.margin - CODE_SIZE - 30;
const MAX_NAME_LINES = 3;
/** Leaves room for the cloth. */
const MAX_FACT_LINES = 6;

/** Lines from `y` down to the limit; returns the next line's baseline. */
function drawLines(
  pen: PdfWriter,
  text: string,
  set: { y: number; size: number; lead: number; max: number; face?: "display" | "text" },
): number {
  const { face = "text", lead, max, size, y } = set;
  const lines = pen.wrap(text, { width: TEXT_WIDTH, size, face }).slice(0, max);
  for (const [index, line] of lines.entries())
    pen.line(line, { x: LABEL.margin, y: y + index * lead, size, face });
  return y + lines.length * lead;
}

async function drawLabel(pen: PdfWriter, label: PrintedLabel, site: { name: string; url: string }) {
  pen.line(site.name, { x: LABEL.margin, y: 30, size: 10, face: "display" });
  pen.rule(LABEL.margin, RIGHT, 38, "ink");
  let y = drawLines(pen, label.name, {
    y: 55,
    size: 12,
    lead: 13,
    max: MAX_NAME_LINES,
    face: "display",
  });
  y += 1;
  const facts = { size: 6, lead: 7.5 };
  y = drawLines(pen, label.facts.join(", "), { ...facts, y, max: MAX_FACT_LINES }) + 2;
  for (const material of label.materials) {
    const room = Math.floor((CODE_TOP - 8 - y) / 9.5) + 1;
    y = drawLines(pen, describeMaterial(material), { y, size: 7, lead: 9.5, max: room });
  }
  const { encode } = await import("uqr");
  const { data } = encode(site.url, { ecc: "M", border: 0 });
  pen.grid(data, { x: LABEL.margin, y: CODE_TOP, size: CODE_SIZE });
  const below = CODE_TOP + CODE_SIZE;
  pen.line("Scan to see who made it", { x: LABEL.margin, y: below + 14, size: 8, face: "strong" });
  drawLines(pen, site.url.replace(/^https?:\/\//, ""), {
    y: below + 24,
    size: 5.5,
    lead: 7,
    max: 2,
  });
}

/**
 * The label that leaves with a finished garment, as PDF of 60 by 100 mm: what it is and for whom, what was chosen, its cloth, and a QR
 * code of the public page that says who made it. For any admin. Makers and hours are on that page alone, because names are withdrawn and hours
 * corrected after printing. Without customers, orders, prices or
 * measurements; the public page says nothing of the wearer either.
 */
export async function writeLabel(
  deps: { db: Queryable; publicUrl: string },
  input: { actor: Actor; garmentId: string },
): Promise<Result<PdfFile, "forbidden" | "not_found" | "unfinished">> {
  const label = await findPrintedLabel(deps.db, input);
  if (!label.ok) return label;
  const { siteName } = (await getSiteShell(deps.db)).general;
  const pen = await createPdfWriter(await loadPdfFonts(), {
    size: [LABEL.width, LABEL.height],
    title: `Label: ${label.value.name}`,
    author: siteName,
  });
  const url = `${deps.publicUrl}${garmentLabelPath(label.value.token)}`;
  await drawLabel(pen, label.value, { name: siteName, url });
  return ok({ fileName: "garment-label", bytes: await pen.finish() });
}
