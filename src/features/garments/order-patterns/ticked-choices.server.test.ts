import { eq, sql } from "drizzle-orm";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { patternDrafts } from "#db/schema/patterns.server.ts";
import type { SignedIn } from "#features/base/identity/actor.ts";
import { visitor } from "#features/base/identity/actor.ts";
import { staffMember, walk } from "#tests/support/production.ts";
import { createShirtOrders } from "#tests/support/shirt-orders.ts";
import { approvePattern, savePattern, tickChoices } from "./change-pattern.server.ts";
import { draftLine } from "./draft-line.server.ts";

const orders = await createShirtOrders();
afterAll(() => orders.stop());
const { changeChoices, db, deps, draftOf, drafted } = orders;

let tailor: SignedIn;
beforeEach(async () => {
  tailor = await staffMember(db, true, "Rosa Gomes");
});

describe("a shirt", () => {
  test("with a choice that nothing drafts is to review until the tailor has ticked it off", async () => {
    const { order, row } = await draftOf({ Front: "Covered buttons", Collar: "Band" });
    const { orderItemId } = order;
    expect(row.status).toBe("review");
    for (const { id } of order.garments) await walk(deps, tailor, id, ["checked"]);
    const subject = { actor: tailor, orderItemId, component: "shirt", version: 1 };
    const approval = { ...subject, areFindingsAccepted: true };
    expect(await approvePattern(deps, approval)).toEqual({ ok: false, error: "choices_open" });
    expect(await tickChoices(deps, { ...subject, actor: visitor, groups: ["Front"] })).toEqual({
      ok: false,
      error: "forbidden",
    });
    expect(await tickChoices(deps, { ...subject, version: 2, groups: ["Front"] })).toEqual({
      ok: false,
      error: "conflict",
    });
    expect(await tickChoices(deps, { ...subject, groups: ["Front", "Collar"] })).toEqual({
      ok: true,
      value: null,
    });
    const ticked = await drafted(orderItemId);
    expect(ticked.row.status).toBe("ready");
    expect(ticked.choices).toMatchObject([
      { group: "Front", tick: { by: tailor.userId, name: "Rosa Gomes" } },
      { group: "Collar", outcome: "drafted", tick: null },
    ]);
    await tickChoices(deps, { ...subject, groups: [] });
    expect((await drafted(orderItemId)).row.status).toBe("review");
    await tickChoices(deps, { ...subject, groups: ["Front"] });
    expect(await approvePattern(deps, { ...subject, areFindingsAccepted: false })).toEqual({
      ok: true,
      value: { isWhole: true },
    });
    expect(await tickChoices(deps, { ...subject, groups: [] })).toEqual({
      ok: false,
      error: "conflict",
    });
  });

  test("keeps its ticks when the tailor saves the same choices with another ease", async () => {
    const { content, order } = await draftOf({ Front: "Covered buttons" });
    const { orderItemId } = order;
    const subject = { actor: tailor, orderItemId, component: "shirt" };
    await tickChoices(deps, { ...subject, version: 1, groups: ["Front"] });
    const { fit, seamAllowance } = content;
    const choose = () => ({ fit, seamAllowance, options: { chestEase: 0.18 } });
    await savePattern(deps, { ...subject, choose, solve: false, version: 1 });
    const next = await drafted(orderItemId);
    expect([next.row.version, next.row.status]).toEqual([2, "ready"]);
    expect(next.choices).toMatchObject([{ group: "Front", tick: { name: "Rosa Gomes" } }]);
  });

  test("asks again for the shape of the body when its amount changes, and not when something else does", async () => {
    const { content, order } = await draftOf({});
    const { orderItemId } = order;
    const subject = { actor: tailor, orderItemId, component: "shirt" };
    const { fit, seamAllowance } = content;
    const save = async (version: number, lowerShoulder: number, options = {}) => {
      const choose = () => ({ fit, seamAllowance, options, shape: { lowerShoulder } });
      expect(await savePattern(deps, { ...subject, choose, solve: false, version })).toMatchObject({
        ok: true,
      });
      return drafted(orderItemId);
    };
    const open = { group: "Shape of the body", outcome: "by_hand", tick: null };
    expect((await save(1, 8)).choices).toMatchObject([open]);
    await tickChoices(deps, { ...subject, version: 2, groups: ["Shape of the body"] });
    const ticked = { ...open, tick: { name: "Rosa Gomes" } };
    const same = await save(2, 8, { chestEase: 0.18 });
    expect(same.choices).toMatchObject([ticked]);
    expect(same.row.status).toBe("ready");
    const changed = await save(3, 14);
    expect(changed.choices).toMatchObject([open]);
    expect(changed.row.status).toBe("review");
  });

  test("asks again for a choice that changed, and keeps the tick of one that did not", async () => {
    const chosen = { Front: "Covered buttons", Length: "Usual", Collar: "Band" };
    const { order } = await draftOf(chosen);
    const { orderItemId } = order;
    const subject = { actor: tailor, orderItemId, component: "shirt" };
    await tickChoices(deps, { ...subject, version: 1, groups: ["Front"] });
    await changeChoices(orderItemId, { ...chosen, Collar: "Classic" });
    expect(await draftLine(deps, orderItemId)).toMatchObject({ ok: true });
    const unchanged = await drafted(orderItemId);
    expect(unchanged.row).toMatchObject({ version: 2, status: "ready" });
    expect(unchanged.choices).toMatchObject([{ tick: { name: "Rosa Gomes" } }, {}, {}]);
    await changeChoices(orderItemId, { ...chosen, Front: "Plain" });
    await draftLine(deps, orderItemId);
    await changeChoices(orderItemId, chosen);
    await draftLine(deps, orderItemId);
    const again = await drafted(orderItemId);
    expect(again.row).toMatchObject({ version: 4, status: "review" });
    expect(again.choices[0]).toMatchObject({ choice: "Covered buttons", tick: null });
  });

  test("from before choices were part of drafts is drafted again before it is approved", async () => {
    const { order } = await draftOf({ Collar: "Band" });
    const { orderItemId } = order;
    await db
      .update(patternDrafts)
      .set({ choices: sql`null` })
      .where(eq(patternDrafts.orderItemId, orderItemId));
    for (const { id } of order.garments) await walk(deps, tailor, id, ["checked"]);
    const subject = { actor: tailor, orderItemId, component: "shirt", version: 1 };
    expect(await approvePattern(deps, { ...subject, areFindingsAccepted: true })).toEqual({
      ok: false,
      error: "undescribed",
    });
  });
});
