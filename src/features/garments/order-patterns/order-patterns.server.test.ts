import { createHash } from "node:crypto";
import { eq } from "drizzle-orm";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { newId } from "#core/ids.ts";
import { fail } from "#core/result.ts";
import { measurementReads } from "#db/schema/measurement.server.ts";
import { orders } from "#db/schema/orders.server.ts";
import { patternDrafts } from "#db/schema/patterns.server.ts";
import type { SignedIn } from "#features/base/identity/actor.ts";
import { visitor } from "#features/base/identity/actor.ts";
import { openNewestContract } from "#features/garments/contract/contract-queries.server.ts";
import { addRemakeVersion } from "#features/garments/contract/create-contract.server.ts";
import { reduceContractsOfOrders } from "#features/garments/contract/reduce-contracts.server.ts";
import { lockGarments } from "#features/garments/garment/stored-garments.server.ts";
import { fixedClock } from "#tests/support/clock.ts";
import { createTestDatabase, untilLocksAwaited } from "#tests/support/database.ts";
import { testAuth } from "#tests/support/identity.ts";
import { testMeasurementBox } from "#tests/support/measurements.ts";
import { MEASURED_MAN, measuredSpecification } from "#tests/support/patterns.ts";
import { createGarmentOrder, garmentsOf, staffMember, walk } from "#tests/support/production.ts";
import { createRememberingPool } from "#tests/support/remembered-drafts.ts";
import { approvePattern, draftNow, redrawPattern, savePattern } from "./change-pattern.server.ts";
import { exportPatterns, findLineDrawings } from "./customer-drawings.server.ts";
import { draftDueLines, draftLine, listDueLines } from "./draft-line.server.ts";
import { writePatternFile } from "./pattern-files.server.ts";
import { findNewestPatterns, patternColumn, svgOf } from "./stored-patterns.server.ts";
import {
  listComponentStates,
  listPatternLines,
  openPatternLine,
  taskOf,
} from "./tailor-patterns.server.ts";

const shop = await createTestDatabase();
const patterns = createRememberingPool();
afterAll(async () => {
  await patterns.stop();
  await shop.close();
});
const { db } = shop;
const box = testMeasurementBox();
const deps = {
  db,
  measurementBox: box,
  patterns,
  publicUrl: "https://shop.example",
  clock: fixedClock("2026-11-20T14:00:00Z"),
  auth: testAuth(db),
  jobs: { send: async () => undefined },
  content: { settle: async () => undefined },
};

let tailor: SignedIn;
beforeEach(async () => {
  tailor = await staffMember(db, true);
});

/** A paid shirt, cut for a measured man. */
async function aShirt(without: readonly string[] = []) {
  const specification = measuredSpecification(MEASURED_MAN, { without });
  return createGarmentOrder(db, { specification, terms: { garment: "shirt", options: [] } });
}

const SLEEVE = {
  point: "sleeve" as const,
  mm: -10,
  garmentId: newId(),
  product: "Camp Street Shirt",
  at: "2026-10-02T12:00:00.000Z",
};

const newestOf = async (orderItemId: string) => {
  const [row] = await findNewestPatterns(db, [orderItemId]);
  const content = row && patternColumn.open(box, row);
  if (!row || !content) throw new Error("no draft");
  return { row, content };
};

const redraw = async (orderItemId: string, options: Record<string, number>) => {
  const { content } = await newestOf(orderItemId);
  const { fit, seamAllowance } = content;
  return {
    actor: tailor,
    orderItemId,
    component: "shirt",
    solve: false,
    choose: () => ({ fit, seamAllowance, options }),
  };
};

describe("a paid line", () => {
  test("tells the tailor that too many are being drafted, and changes nothing", async () => {
    const { orderItemId } = await aShirt();
    const full = {
      run: async () => fail({ code: "busy" as const }),
      nest: async () => fail({ code: "busy" as const }),
      stop: async () => undefined,
    };
    const busy = { ok: false, error: "busy" };
    const crowded = { ...deps, patterns: full };
    expect(await draftNow(crowded, { actor: tailor, orderItemId })).toEqual(busy);
    expect(await db.$count(patternDrafts, eq(patternDrafts.orderItemId, orderItemId))).toBe(0);
    await draftLine(deps, orderItemId);
    const input = await redraw(orderItemId, {});
    expect(await redrawPattern(crowded, { ...input, solve: false })).toEqual(busy);
    expect(await savePattern(crowded, { ...input, solve: true, version: 1 })).toEqual(busy);
    expect(await db.$count(patternDrafts, eq(patternDrafts.orderItemId, orderItemId))).toBe(1);
  });

  test("is awaited when a tailor drafts it or starts over, and not in the job", async () => {
    const awaited: unknown[] = [];
    const hearing = (over: typeof deps) => ({
      ...over,
      patterns: {
        stop: () => patterns.stop(),
        nest: (job: Parameters<typeof patterns.nest>[0]) => patterns.nest(job),
        run(job: Parameters<typeof patterns.run>[0]) {
          awaited.push(job.awaitedBy);
          return patterns.run(job);
        },
      },
    });
    const inJob = await aShirt();
    const atPage = await aShirt();
    const { orderItemId } = atPage;
    expect(await draftNow(hearing(deps), { actor: tailor, orderItemId })).toMatchObject({
      ok: true,
    });
    const input = { ...(await redraw(orderItemId, {})), solve: true, version: 1 };
    expect(await savePattern(hearing(deps), input)).toMatchObject({ ok: true });
    await draftLine(hearing(deps), inJob.orderItemId);
    expect(awaited).toEqual(["tailor", "tailor", null]);
  });

  test("that is drafted again has the ease that its tailor asks for, whatever its option was set to", async () => {
    const { orderItemId } = await aShirt();
    await draftLine(deps, orderItemId);
    const { content } = await newestOf(orderItemId);
    const { fit, seamAllowance } = content;
    const choose = () => {
      return { fit, seamAllowance, options: { chestEase: 0.28 }, eases: { chestEase: 0.18 } };
    };
    const subject = { actor: tailor, orderItemId, component: "shirt" };
    const again = { ...subject, choose, solve: true, version: 1 };
    expect(await savePattern(deps, again)).toMatchObject({ ok: true });
    const { content: next } = await newestOf(orderItemId);
    const chest = next.measures.find(({ name }) => name === "chest");
    const body = chest?.body ?? Number.NaN;
    expect(chest?.easeAsked).toBeCloseTo(0.18 * body, 0);
    expect(Math.abs((chest?.finished ?? 0) - 1.18 * body)).toBeLessThan(10);
    expect(next).toMatchObject({ options: {}, eases: { chestEase: 0.18 } });
  });

  test("is due until it is drafted, and drafted once", async () => {
    const { orderItemId } = await aShirt();
    expect(await listDueLines(db, 100)).toContain(orderItemId);
    await draftDueLines(deps);
    expect(await listDueLines(db, 100)).not.toContain(orderItemId);
    expect(await draftLine(deps, orderItemId)).toEqual({ ok: false, error: "not_found" });
    const { content, row } = await newestOf(orderItemId);
    expect(row).toMatchObject({ version: 1, status: "ready", design: "simon", origin: "order" });
    expect(content.measures.length).toBeGreaterThan(3);
    const hash = createHash("sha256").update(svgOf(content)).digest("hex");
    expect(row.drawingHash).toBe(hash);
  });

  test("with an estimated measurement is never ready, and says what to measure", async () => {
    const { orderItemId } = await aShirt(["wrist"]);
    await draftLine(deps, orderItemId);
    const { content, row } = await newestOf(orderItemId);
    expect(row.status).toBe("review");
    expect(content.estimated).toEqual(["wrist"]);
    expect(content.note).toContain("estimated");
  });

  test("of a suit has a draft for each component, the jacket first on every page and document", async () => {
    const specification = measuredSpecification();
    const { orderId, orderItemId } = await createGarmentOrder(db, {
      specification,
      terms: { options: [] },
    });
    await draftLine(deps, orderItemId);
    const drafts = await findNewestPatterns(db, [orderItemId]);
    expect(drafts.map(({ component }) => component)).toEqual(["jacket", "chinos"]);
    const [line] = await findLineDrawings(deps, [{ orderId, orderItemId }]);
    const titles = ["Blazer, straight", "Pants with a fly"];
    expect(line?.drawings.map(({ title }) => title)).toEqual(titles);
    const exported = await exportPatterns(deps, [orderItemId]);
    expect(exported.map(({ pattern }) => pattern.title)).toEqual(titles);
    const states = await listComponentStates(db, [orderItemId, newId()]);
    expect(Object.keys(states)).toEqual([orderItemId]);
    const ready = { status: "ready", version: 1, isApproved: false, choices: [] };
    expect(states[orderItemId]).toEqual([
      { ...ready, component: "jacket", title: "Blazer, straight" },
      { ...ready, component: "chinos", title: "Pants with a fly" },
    ]);
  });

  test("stores nothing that was measured in the open", async () => {
    const { orderItemId } = await aShirt();
    await draftLine(deps, orderItemId);
    const { row } = await newestOf(orderItemId);
    const { sealed: _, ...open } = row;
    expect(JSON.stringify(open)).not.toMatch(/chest|neck|M \d/);
  });

  test("loses its patterns with the measurements", async () => {
    const { orderId, orderItemId } = await aShirt();
    await draftLine(deps, orderItemId);
    await db.update(orders).set({ status: "cancelled" }).where(eq(orders.id, orderId));
    await db.transaction((tx) => reduceContractsOfOrders(tx, [orderId]));
    const rows = await db
      .select({ sealed: patternDrafts.sealed })
      .from(patternDrafts)
      .where(eq(patternDrafts.orderItemId, orderItemId));
    expect(rows).toEqual([{ sealed: null }]);
  });
});

test("a line asks for what its most difficult component needs", () => {
  const of = (status: "ready" | "review" | "by_hand", isApproved = false) => {
    return { component: "shirt", title: "Shirt", version: 1, status, isApproved } as const;
  };
  expect(taskOf({ components: [] })).toBe("drafting");
  expect(taskOf({ components: [of("ready"), of("review")] })).toBe("review");
  expect(taskOf({ components: [of("ready"), of("by_hand")] })).toBe("review");
  expect(taskOf({ components: [of("ready"), of("review", true)] })).toBe("approve");
  expect(taskOf({ components: [of("ready", true), of("by_hand", true)] })).toBe("approved");
});

describe("the tailor", () => {
  test("alone opens a pattern, and the customer sees one entry an hour", async () => {
    const { orderItemId } = await aShirt();
    await draftLine(deps, orderItemId);
    const other = await staffMember(db, false);
    for (const actor of [other, visitor]) {
      expect(await openPatternLine(deps, { actor, orderItemId })).toMatchObject({
        error: "forbidden",
      });
    }
    await openPatternLine(deps, { actor: tailor, orderItemId });
    const opened = await openPatternLine(deps, { actor: tailor, orderItemId });
    expect(opened).toMatchObject({ value: { isOpen: true, components: [{ component: "shirt" }] } });
    expect(await db.$count(measurementReads, eq(measurementReads.staffId, tailor.userId))).toBe(1);
  });

  test("opens a file, and the customer sees that reading", async () => {
    const { orderItemId } = await aShirt();
    await draftLine(deps, orderItemId);
    const read = { orderItemId, component: "shirt", kind: "svg", rollMm: 841 } as const;
    for (const actor of [await staffMember(db, false), visitor]) {
      expect(await writePatternFile(deps, { ...read, actor })).toMatchObject({
        error: "forbidden",
      });
    }
    const written = await writePatternFile(deps, { ...read, actor: tailor });
    expect(written).toMatchObject({ value: { type: "image/svg+xml" } });
    const reads = await db
      .select({ subject: measurementReads.subject, purpose: measurementReads.purpose })
      .from(measurementReads)
      .where(eq(measurementReads.staffId, tailor.userId));
    expect(reads).toEqual([{ subject: "contract", purpose: "Drafting the pattern" }]);
  });

  test("stores no pattern of measurements that were removed while it was drafted", async () => {
    const { orderId, orderItemId } = await aShirt();
    await draftLine(deps, orderItemId);
    const removing: typeof deps.patterns = {
      stop: () => patterns.stop(),
      nest: (job) => patterns.nest(job),
      async run(job) {
        await db.update(orders).set({ status: "cancelled" }).where(eq(orders.id, orderId));
        await db.transaction((tx) => reduceContractsOfOrders(tx, [orderId]));
        return patterns.run(job);
      },
    };
    const input = await redraw(orderItemId, { chestEase: 0.2 });
    expect(await savePattern({ ...deps, patterns: removing }, { ...input, version: 1 })).toEqual({
      ok: false,
      error: "unreadable",
    });
    const rows = await db
      .select({ sealed: patternDrafts.sealed, drawingHash: patternDrafts.drawingHash })
      .from(patternDrafts)
      .where(eq(patternDrafts.orderItemId, orderItemId));
    expect(rows).toEqual([{ sealed: null, drawingHash: null }]);
  });

  test("sees lines before the cut without measurements", async () => {
    const { orderItemId } = await aShirt();
    await draftLine(deps, orderItemId);
    const listed = await listPatternLines(db, { actor: await staffMember(db, false) });
    const rows = listed.ok ? listed.value : [];
    expect(rows.find((row) => row.orderItemId === orderItemId)).toMatchObject({
      stage: "received",
      components: [{ component: "shirt", status: "ready", isApproved: false }],
    });
  });

  test("moves a slider without storing, and stores the next version", async () => {
    const { orderItemId } = await aShirt();
    await draftLine(deps, orderItemId);
    const { content } = await newestOf(orderItemId);
    const chestOf = (measures: typeof content.measures) =>
      measures.find(({ name }) => name === "chest")?.finished ?? 0;
    const chestEase = Number(content.solved.chestEase) + 0.02;
    const input = await redraw(orderItemId, { chestEase });
    const drawn = await redrawPattern(deps, input);
    if (!drawn.ok) throw new Error(drawn.error);
    const gained = chestOf(drawn.value.content.measures) - chestOf(content.measures);
    expect(gained).toBeCloseTo(0.02 * MEASURED_MAN.chest, 0);
    expect((await newestOf(orderItemId)).row.version).toBe(1);
    expect(await savePattern(deps, { ...input, version: 1 })).toMatchObject({
      value: { version: 2 },
    });
    expect(await savePattern(deps, { ...input, version: 1 })).toMatchObject({ error: "conflict" });
    expect((await newestOf(orderItemId)).content.options).toEqual({ chestEase });
  });

  test("approves checked measurements only, and the garment's pattern is ready", async () => {
    const { garments, orderItemId } = await aShirt();
    await draftLine(deps, orderItemId);
    const approval = {
      actor: tailor,
      orderItemId,
      component: "shirt",
      version: 1,
      areFindingsAccepted: false,
    };
    expect(await approvePattern(deps, approval)).toMatchObject({ error: "not_checked" });
    await walk(deps, tailor, garments[0]?.id ?? "", ["checked"]);
    expect(await approvePattern(deps, { ...approval, version: 2 })).toMatchObject({
      error: "conflict",
    });
    expect(await approvePattern(deps, approval)).toMatchObject({ value: { isWhole: true } });
    expect(await garmentsOf(db, orderItemId)).toMatchObject([{ stage: "pattern_ready" }]);
  });

  test("does not approve a draft of a contract that a customer changes at the same moment", async () => {
    const { garments, orderItemId } = await aShirt();
    await draftLine(deps, orderItemId);
    await walk(deps, tailor, garments[0]?.id ?? "", ["checked"]);
    const newest = await openNewestContract(deps, orderItemId);
    if (!newest) throw new Error("The line has no contract");
    const approval = { actor: tailor, orderItemId, component: "shirt", version: 1 };
    const approved = await db.transaction(async (tx) => {
      await lockGarments(tx, [orderItemId]);
      const approving = approvePattern(deps, { ...approval, areFindingsAccepted: true });
      await untilLocksAwaited(db, { count: 1 });
      await addRemakeVersion(tx, deps, newest, [SLEEVE]);
      return { approving };
    });
    expect(await approved.approving).toMatchObject({ error: "outdated" });
    expect(await garmentsOf(db, orderItemId)).toMatchObject([{ stage: "checked" }]);
  });

  test("draws the next version without a correction that the contract leaves out", async () => {
    const { orderItemId } = await createGarmentOrder(db, {
      specification: measuredSpecification(MEASURED_MAN, { corrections: [SLEEVE] }),
      terms: { garment: "shirt", options: [] },
    });
    await draftLine(deps, orderItemId);
    const shorter = await newestOf(orderItemId);
    expect(shorter.content.changes).toMatchObject([{ point: "sleeve", byMm: -10, reached: true }]);
    const newest = await openNewestContract(deps, orderItemId);
    if (!newest) throw new Error("The line has no contract");
    await db.transaction((tx) => addRemakeVersion(tx, deps, newest, []));
    expect(await draftLine(deps, orderItemId)).toMatchObject({ ok: true });
    const { content, row } = await newestOf(orderItemId);
    expect(row).toMatchObject({ version: 2, contractVersion: 2 });
    expect(content.changes).toEqual([]);
    for (const { finished, name } of content.measures) {
      const before = shorter.content.measures.find((each) => each.name === name)?.finished ?? 0;
      if (name === "sleeveLength") expect(Math.abs(finished - before - 10)).toBeLessThanOrEqual(1);
      else expect(Math.abs(finished - before)).toBeLessThanOrEqual(3);
    }
  });

  test("accepts the findings of a draft that is not ready by their own word", async () => {
    const { garments, orderItemId } = await aShirt(["wrist"]);
    await draftLine(deps, orderItemId);
    await walk(deps, tailor, garments[0]?.id ?? "", ["checked"]);
    const approval = { actor: tailor, orderItemId, component: "shirt", version: 1 };
    expect(await approvePattern(deps, { ...approval, areFindingsAccepted: false })).toMatchObject({
      error: "findings_open",
    });
    expect(await approvePattern(deps, { ...approval, areFindingsAccepted: true })).toMatchObject({
      ok: true,
    });
  });

  test("a pattern that is changed after its approval is approved again, and its garment waits for it", async () => {
    const { garments, orderItemId } = await aShirt();
    await draftLine(deps, orderItemId);
    await walk(deps, tailor, garments[0]?.id ?? "", ["checked"]);
    const approval = { actor: tailor, orderItemId, component: "shirt", areFindingsAccepted: false };
    await approvePattern(deps, { ...approval, version: 1 });
    const input = await redraw(orderItemId, { chestEase: 0.2 });
    expect(await savePattern(deps, { ...input, version: 1 })).toMatchObject({ ok: true });
    expect(await garmentsOf(db, orderItemId)).toMatchObject([{ stage: "checked" }]);
    expect((await newestOf(orderItemId)).row.approvedAt).toBeNull();
    await approvePattern(deps, { ...approval, version: 2, areFindingsAccepted: true });
    expect(await garmentsOf(db, orderItemId)).toMatchObject([{ stage: "pattern_ready" }]);
  });

  test("changes nothing after the cut is approved", async () => {
    const { garments, orderItemId } = await aShirt();
    await draftLine(deps, orderItemId);
    await walk(deps, tailor, garments[0]?.id ?? "", ["checked", "pattern_ready", "approved"]);
    const input = await redraw(orderItemId, { chestEase: 0.2 });
    expect(await savePattern(deps, { ...input, version: 1 })).toMatchObject({ error: "too_late" });
  });
});
