import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { newId } from "#core/ids.ts";
import { productPatterns } from "#db/schema/patterns.server.ts";
import type { SignedIn } from "#features/base/identity/actor.ts";
import { CUSTOM_SIZE } from "#features/catalog/products/product.ts";
import { addProduct } from "#tests/support/catalog.ts";
import { MEASURED_MAN, measuredSpecification } from "#tests/support/patterns.ts";
import { createGarmentOrder, staffMember } from "#tests/support/production.ts";
import { createShirtOrders } from "#tests/support/shirt-orders.ts";
import { redrawPattern, savePattern, tickChoices } from "./change-pattern.server.ts";
import { findLineDrawings } from "./customer-drawings.server.ts";
import { draftLine } from "./draft-line.server.ts";
import { writePatternFile } from "./pattern-files.server.ts";
import { findLineGarment } from "./pattern-line.server.ts";
import { listComponentStates, openPatternLine } from "./tailor-patterns.server.ts";

const orders = await createShirtOrders();
afterAll(() => orders.stop());
const { changeChoices, db, deps, drafted } = orders;

let tailor: SignedIn;
beforeEach(async () => {
  tailor = await staffMember(db, true, "Rosa Gomes");
});

describe("a coat that is drafted", () => {
  /** An order of before the product was made as a coat with a plain back. */
  async function anEarlierCoat() {
    const productId = await addProduct(db, `Harvest Coat ${newId()}`, {
      garmentType: "outerwear",
      gender: "male",
    });
    const lines = [
      { productId, productName: "Harvest Coat", size: CUSTOM_SIZE, madeToMeasure: true },
    ];
    const order = await createGarmentOrder(db, {
      specification: measuredSpecification(MEASURED_MAN),
      terms: { garment: "outerwear", product: "Harvest Coat", options: [] },
      lines,
    });
    expect(await draftLine(deps, order.orderItemId)).toMatchObject({ ok: true });
    await db.insert(productPatterns).values({ productId, components: ["plainCoat"] });
    return order;
  }

  test("keeps its component on page, papers and drawings when its product is made of another since", async () => {
    const { orderId, orderItemId } = await anEarlierCoat();
    const input = { actor: tailor, orderItemId };
    const opened = await openPatternLine(deps, input);
    if (!opened.ok) throw new Error(opened.error);
    expect(opened.value.components.map(({ component }) => component)).toEqual(["coat"]);
    expect(await findLineGarment(db, orderItemId)).toEqual({ components: ["coat"], styles: [] });
    const [drawn] = await findLineDrawings(deps, [{ orderId, orderItemId }]);
    expect(drawn?.drawings.map(({ title }) => title)).toEqual(["Coat, straight"]);
    for (const kind of ["overview", "a4"] as const) {
      const file = await writePatternFile(deps, { ...input, component: "coat", kind, rollMm: 914 });
      expect(file).toMatchObject({ ok: true, value: { type: "application/pdf" } });
    }
  });

  test("is drawn again and saved as the component that it is", async () => {
    const { orderItemId } = await anEarlierCoat();
    const { content } = await drafted(orderItemId);
    const { fit, seamAllowance } = content;
    const choose = () => ({ fit, seamAllowance, options: { chestEase: 0.14 } });
    const subject = { actor: tailor, orderItemId, component: "coat", choose };
    expect(await redrawPattern(deps, { ...subject, solve: false })).toMatchObject({ ok: true });
    const saved = await savePattern(deps, { ...subject, solve: true, version: 1 });
    expect(saved).toMatchObject({ ok: true });
    const { row } = await drafted(orderItemId);
    expect([row.component, row.version]).toEqual(["coat", 2]);
  });

  test("is made of what its product is made of once its contract changes", async () => {
    const { orderItemId } = await anEarlierCoat();
    await changeChoices(orderItemId, { Buttons: "Horn" });
    expect(await draftLine(deps, orderItemId)).toMatchObject({ ok: true });
    const states = await listComponentStates(db, [orderItemId]);
    expect(states[orderItemId]?.map(({ component }) => component)).toEqual(["plainCoat"]);
  });

  test("with a plain back is to review until the tailor has ticked the back off", async () => {
    const { orderItemId } = await anEarlierCoat();
    await changeChoices(orderItemId, { Buttons: "Horn" });
    await draftLine(deps, orderItemId);
    const { choices, content, row } = await drafted(orderItemId);
    expect(content.findings).toEqual([]);
    expect(row.status).toBe("review");
    expect(choices.find(({ group }) => group === "Back")).toMatchObject({
      choice: "plain, with a center seam",
      outcome: "by_hand",
      note: "the back and the tail in one, with a center seam and without the pleats",
    });
    const subject = { actor: tailor, orderItemId, component: "plainCoat", version: row.version };
    const ticked = await tickChoices(deps, { ...subject, groups: ["Back", "Buttons"] });
    expect(ticked).toMatchObject({ ok: true });
    expect((await drafted(orderItemId)).row.status).toBe("ready");
  });
});
