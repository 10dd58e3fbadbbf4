import { formatLongDay } from "#core/business-days.ts";
import { orderNumber } from "#core/document-number.ts";
import type { Result } from "#core/result.ts";
import { fail, ok } from "#core/result.ts";
import type { Queryable } from "#db/client.server.ts";
import type { Actor } from "#features/base/identity/actor.ts";
import { getSiteShell } from "#features/catalog/site-shell/site-shell-queries.server.ts";
import type { DueDay } from "#features/garments/garment/garment.ts";
import {
  garmentCount,
  hasReached,
  STAGES,
  stageMessages,
} from "#features/garments/garment/garment.ts";
import { agreedChoiceLine } from "#features/garments/order-patterns/choice-state.ts";
import type { ComponentState } from "#features/garments/order-patterns/tailor-patterns.server.ts";
import { listComponentStates } from "#features/garments/order-patterns/tailor-patterns.server.ts";
import { MAX_TICKETS } from "#features/garments/production/board.ts";
import type { TicketGarment } from "#features/garments/production/board-queries.server.ts";
import { listTickets } from "#features/garments/production/board-queries.server.ts";
import type { DescribedLine } from "#features/orders/order/line-description.ts";
import { NO_WEARER, sizeAndColor, wornLabels } from "#features/orders/order/line-description.ts";
import type { PdfWriter } from "#platform/pdf-writer.server.ts";
import { createPdfWriter, loadPdfFonts } from "#platform/pdf-writer.server.ts";
import type { PdfFile } from "./write-documents.server.ts";

/** A5 in points: two fit on a sheet of A4. */
const TICKET = { width: 419.53, height: 595.28, margin: 36 };
const RIGHT = TICKET.width - TICKET.margin;
/** 38 mm: a tablet reads it from an arm's length. */
const CODE_SIZE = 108;
const FACT_SIZE = 9;
const FACT_LEAD = 11.5;
/** What leaves room for the stages on the one page. */
const MAX_FACT_LINES = 11;

type Drawing = { siteName: string; url: string; drafts: readonly ComponentState[] };

/** The address of the garment's page, for a tablet's camera. */
async function drawCode(pen: PdfWriter, url: string): Promise<void> {
  const { encode } = await import("uqr");
  const { data } = encode(url, { ecc: "M", border: 0 });
  pen.grid(data, { x: RIGHT - CODE_SIZE, y: TICKET.margin, size: CODE_SIZE });
}

function dueText(due: DueDay | null): string {
  if (!due) return "No date yet";
  const day = formatLongDay(due.day);
  return due.kind === "leaves" ? `Ship by ${day}` : `Arrives by ${day}`;
}

/** Draws the head of a ticket beside its code. Returns where the page goes on. */
function drawHead(pen: PdfWriter, garment: TicketGarment, siteName: string): number {
  const x = TICKET.margin;
  const width = RIGHT - CODE_SIZE - 20 - x;
  pen.line(siteName, { x, y: 48, size: 12, face: "display" });
  let y = 78;
  for (const text of pen.wrap(garment.name, { width, size: 20, face: "display" }).slice(0, 3)) {
    pen.line(text, { x, y, size: 20, face: "display" });
    y += 22;
  }
  const count = garmentCount(garment);
  const facts = [
    `Order ${orderNumber(garment.orderId)}`,
    ...(count ? [`Garment ${count}`] : []),
    dueText(garment.due),
    garment.maker?.name ?? "No maker yet",
  ];
  for (const [index, fact] of facts.entries()) {
    for (const text of pen.wrap(fact, { width, size: 10.5 }).slice(0, 2)) {
      pen.line(text, { x, y, size: 10.5, face: index === 0 ? "strong" : "text" });
      y += 14.5;
    }
  }
  return Math.max(y, TICKET.margin + CODE_SIZE + 14) + 10;
}

/** "Size Custom, Navy, Fit: Regular, Monogram: R.S." in one line, so that a suit's choices have room below. */
const aboutLine = (line: DescribedLine) =>
  [...sizeAndColor(line), ...wornLabels(line.fit ?? NO_WEARER)].join(", ");

/** What was ordered, with what became of each choice on the pattern; the head names the wearer. */
function drawFacts(
  pen: PdfWriter,
  { line }: TicketGarment,
  { drafts, top }: { drafts: readonly ComponentState[]; top: number },
): number {
  let y = top;
  pen.line("ORDERED", { x: TICKET.margin, y, size: 7.5, tint: "quiet", spacing: 0.5 });
  pen.rule(TICKET.margin, RIGHT, y + 6, "ink");
  y += 21;
  const width = RIGHT - TICKET.margin;
  const chosen = (line.fit?.options ?? []).map((option) => agreedChoiceLine(option, drafts));
  const lines = [aboutLine(line), ...chosen].flatMap((text) =>
    pen.wrap(text, { width, size: FACT_SIZE }),
  );
  const shown =
    lines.length > MAX_FACT_LINES
      ? [...lines.slice(0, MAX_FACT_LINES - 1), "More options are on the garment's page."]
      : lines;
  for (const text of shown) {
    pen.line(text, { x: TICKET.margin, y, size: FACT_SIZE });
    y += FACT_LEAD;
  }
  return y + 12;
}

/** A row for each stage, with room for the maker's minutes and initials; a reached stage has its word. */
function drawStages(pen: PdfWriter, { stage }: TicketGarment, top: number): void {
  const columns = { done: 190, minutes: 268, by: RIGHT };
  let y = top;
  const set = { y, size: 7.5, tint: "quiet", spacing: 0.5 } as const;
  pen.line("STAGE", { ...set, x: TICKET.margin });
  pen.line("DONE", { ...set, x: columns.done });
  pen.line("MINUTES", { ...set, x: columns.minutes });
  pen.line("BY", { ...set, x: columns.by, align: "right" });
  pen.rule(TICKET.margin, RIGHT, y + 6, "ink");
  y += 24;
  for (const each of STAGES) {
    pen.line(stageMessages[each], { x: TICKET.margin, y, size: 10.5 });
    if (hasReached(stage, each)) pen.line("Yes", { x: columns.done, y, size: 10.5 });
    pen.rule(TICKET.margin, RIGHT, y + 8, "line");
    y += 23;
  }
}

async function drawTicket(
  pen: PdfWriter,
  garment: TicketGarment,
  { drafts, siteName, url }: Drawing,
): Promise<void> {
  await drawCode(pen, url);
  const top = drawHead(pen, garment, siteName);
  drawStages(pen, garment, drawFacts(pen, garment, { drafts, top }));
  const foot = { x: TICKET.margin, size: 8, tint: "quiet" } as const;
  if (garment.stage === "cancelled")
    pen.line("Cancelled: nobody works on this garment.", {
      ...foot,
      y: TICKET.height - 38,
      face: "strong",
    });
  pen.line("The code opens the garment's page. Measurements are in its work document.", {
    ...foot,
    y: TICKET.height - 24,
  });
}

/**
 * Work tickets as PDF, one A5 page for each garment, in the order of the ids: what is made for whom, when it must leave, who makes it,
 * everything that was ordered with what became of it on the pattern, its stages, and a QR code that opens the garment's page. For any
 * admin. Without measurements, prices or customers, because they lie on tables; the wearer's name tells two garments of one order apart. At most `MAX_TICKETS`; unknown ids are left out, and 'not_found' when none is known.
 */
export async function writeTickets(
  deps: { db: Queryable; publicUrl: string },
  { actor, ids }: { actor: Actor; ids: readonly string[] },
): Promise<Result<PdfFile, "forbidden" | "not_found">> {
  const tickets = await listTickets(deps.db, { actor, ids: ids.slice(0, MAX_TICKETS) });
  if (!tickets.ok) return tickets;
  const [first] = tickets.value;
  if (!first) return fail("not_found");
  const { siteName } = (await getSiteShell(deps.db)).general;
  const isOne = tickets.value.length === 1;
  const number = orderNumber(first.orderId);
  const pen = await createPdfWriter(await loadPdfFonts(), {
    size: [TICKET.width, TICKET.height],
    title: isOne ? `Work ticket ${number}` : "Work tickets",
    author: siteName,
  });
  const lines = tickets.value.map(({ orderItemId }) => orderItemId);
  const states = await listComponentStates(deps.db, lines);
  for (const [index, garment] of tickets.value.entries()) {
    if (index > 0) pen.page();
    const url = `${deps.publicUrl}/admin/atelier/production/${garment.id}`;
    const drafts = states[garment.orderItemId] ?? [];
    await drawTicket(pen, garment, { siteName, url, drafts });
  }
  return ok({
    fileName: isOne ? `work-ticket-${number}` : "work-tickets",
    bytes: await pen.finish(),
  });
}
