import { eq } from "drizzle-orm";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { optionChoices } from "#db/schema/atelier.server.ts";
import type { SignedIn } from "#features/base/identity/actor.ts";
import { openNewestContract } from "#features/garments/contract/contract-queries.server.ts";
import { MEASURED_MAN } from "#tests/support/patterns.ts";
import { staffMember, walk } from "#tests/support/production.ts";
import { createShirtOrders } from "#tests/support/shirt-orders.ts";
import { approvePattern, savePattern } from "./change-pattern.server.ts";
import { findLineDrawings } from "./customer-drawings.server.ts";
import { draftLine } from "./draft-line.server.ts";
import { findLineGarment } from "./pattern-line.server.ts";
import { findApprovedPatterns } from "./stored-patterns.server.ts";
import { listComponentStates } from "./tailor-patterns.server.ts";

const orders = await createShirtOrders();
afterAll(() => orders.stop());
const { anOrder, changeChoices, db, deps, draftOf, drafted } = orders;

let tailor: SignedIn;
beforeEach(async () => {
  tailor = await staffMember(db, true, "Rosa Gomes");
});

const redescribe = (name: string, effect: string) =>
  db.update(optionChoices).set({ effect }).where(eq(optionChoices.name, name));

describe("a shirt", () => {
  test("is drafted with the collar, cuff and length of its contract", async () => {
    const plain = await draftOf({ Collar: "Classic", Cuff: "One button", Buttons: "Horn" });
    const other = await draftOf({ Collar: "Band", Cuff: "French", Length: "Hip", Buttons: "Horn" });
    const partsOf = ({ content }: typeof plain) => content.parts.map(({ part }) => part);
    expect(partsOf(plain)).toContain("simon.collar");
    expect(partsOf(other)).not.toContain("simon.collar");
    expect(other.content.cutList.map(({ part }) => part)).not.toContain("simon.collar");
    expect(other.content.solved).toMatchObject({ cuffStyle: "straightFrenchCuff" });
    const { waistToHips, waistToSeat } = MEASURED_MAN;
    const hip = waistToHips + 0.6 * (waistToSeat - waistToHips);
    expect(Math.abs(other.finished("hemLevel") - hip)).toBeLessThan(5);
    expect(plain.finished("hemLevel") - other.finished("hemLevel")).toBeGreaterThan(20);
    expect(other.choices.map(({ group, outcome }) => [group, outcome])).toEqual([
      ["Collar", "drafted"],
      ["Cuff", "drafted"],
      ["Length", "drafted"],
      ["Buttons", "none"],
    ]);
    expect([plain.row.status, other.row.status]).toEqual(["ready", "ready"]);
  });

  test("is cut to what a choice changed when it was agreed", async () => {
    const order = await anOrder({ Length: "Usual" });
    const { orderItemId } = order;
    await changeChoices(orderItemId, { Length: "Hip" });
    const agreed = await openNewestContract(deps, orderItemId);
    expect(agreed?.terms.options).toEqual([
      { group: "Length", choice: "Hip", priceMinor: 0, effect: "length:hip" },
    ]);
    await redescribe("Hip", "length:standard");
    try {
      await draftLine(deps, orderItemId);
      const sold = await drafted(orderItemId);
      expect(sold.choices).toMatchObject([
        { effect: "Length: ends at the hip", outcome: "drafted" },
      ]);
      const before = await draftOf({ Length: "Hip" });
      expect(before.finished("hemLevel") - sold.finished("hemLevel")).toBeGreaterThan(20);
    } finally {
      await redescribe("Hip", "length:hip");
    }
  });

  test("of another design leaves the replaced component out of lists, counts and quality control", async () => {
    const { order } = await draftOf({ Style: "Shirt" });
    const { orderItemId } = order;
    await changeChoices(orderItemId, { Style: "T-shirt" });
    expect((await findLineGarment(db, orderItemId)).components).toEqual(["tShirt"]);
    const stale = await listComponentStates(db, [orderItemId]);
    expect(stale[orderItemId]?.map(({ component }) => component)).toEqual(["shirt"]);
    expect(await draftLine(deps, orderItemId)).toMatchObject({ ok: true });
    const states = await listComponentStates(db, [orderItemId]);
    expect(states[orderItemId]?.map(({ component }) => component)).toEqual(["tShirt"]);
    const [line] = await findLineDrawings(deps, [{ orderId: order.orderId, orderItemId }]);
    expect(line?.choices).toMatchObject([{ group: "Style", choice: "T-shirt" }]);
    for (const { id } of order.garments) await walk(deps, tailor, id, ["checked"]);
    const subject = { actor: tailor, orderItemId, component: "tShirt", version: 1 };
    expect(await approvePattern(deps, { ...subject, areFindingsAccepted: true })).toEqual({
      ok: true,
      value: { isWhole: true },
    });
    const approved = await findApprovedPatterns(db, orderItemId);
    expect(approved.map(({ component }) => component)).toEqual(["tShirt"]);
  });

  test("of options that say nothing any more is to review, with the choice named", async () => {
    const { choices, row } = await draftOf({ Yoke: "Split" });
    expect(row.status).toBe("review");
    expect(choices).toMatchObject([{ group: "Yoke", choice: "Split", outcome: "by_hand" }]);
  });

  test("tells the customer and the board what is drafted, without what was measured", async () => {
    const { order } = await draftOf({ Front: "Covered buttons", Cuff: "French" });
    const { orderId, orderItemId } = order;
    const [line] = await findLineDrawings(deps, [{ orderId, orderItemId }]);
    expect(line?.choices).toEqual([
      { group: "Front", choice: "Covered buttons", outcome: "by_hand" },
      { group: "Cuff", choice: "French", outcome: "drafted" },
    ]);
    const states = await listComponentStates(db, [orderItemId]);
    expect(states[orderItemId]?.[0]?.choices?.map(({ group }) => group)).toEqual(["Front", "Cuff"]);
  });

  test("of a person who stoops has a longer back and a shorter front, and the tailor sets another amount", async () => {
    const { choices, content, order, row } = await draftOf({}, { posture: "forward" });
    expect(row.status).toBe("ready");
    expect(choices).toEqual([]);
    expect(content.shaped).toEqual([
      { measure: "backBalance", byMm: 10, changedMm: 10 },
      { measure: "frontBalance", byMm: -10, changedMm: -10 },
    ]);
    expect(content.shapeStates).toEqual([
      { label: "Posture: forward", outcome: "drafted", note: "Posture: stooped, 10 mm" },
    ]);
    const noteOf = (part: string) => content.cutList.find((each) => each.part === part)?.note ?? "";
    expect(noteOf("simon.back")).toContain("Posture: stooped, 10 mm.");
    expect(noteOf("simon.sleeve")).not.toContain("Posture");
    const { orderItemId } = order;
    const subject = { actor: tailor, orderItemId, component: "shirt" };
    const { fit, seamAllowance } = content;
    const choose = () => ({ fit, seamAllowance, options: {}, shape: { posture: 6, belly: 8 } });
    await savePattern(deps, { ...subject, choose, solve: false, version: 1 });
    const next = await drafted(orderItemId);
    expect(next.content).toMatchObject({
      shape: { posture: 6, belly: 8 },
      shapeAmounts: { posture: 6, belly: 8 },
      shaped: [
        { measure: "backBalance", changedMm: 6 },
        { measure: "frontBalance", changedMm: -6 },
        { measure: "frontLength", changedMm: 8 },
      ],
      shapeStates: [{ outcome: "drafted", note: "Posture: stooped, 6 mm" }],
    });
  });
});
