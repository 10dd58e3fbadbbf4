import { eq } from "drizzle-orm";
import { newId } from "#core/ids.ts";
import { ok } from "#core/result.ts";
import { inTransaction } from "#db/in-transaction.server.ts";
import { madeToMeasureTerms, optionChoices, optionGroups } from "#db/schema/atelier.server.ts";
import { products } from "#db/schema/catalog.server.ts";
import { CUSTOM_SIZE } from "#features/catalog/products/product.ts";
import { openNewestContract } from "#features/garments/contract/contract-queries.server.ts";
import { writeNextVersion } from "#features/garments/contract/write-version.server.ts";
import { draftLine } from "#features/garments/order-patterns/draft-line.server.ts";
import { readChoiceStates } from "#features/garments/order-patterns/ordered-choices.ts";
import {
  findNewestPatterns,
  patternColumn,
} from "#features/garments/order-patterns/stored-patterns.server.ts";
import { addProposal } from "#features/garments/proposals/stored-proposals.server.ts";
import { addProduct } from "./catalog.ts";
import { fixedClock } from "./clock.ts";
import { createTestDatabase } from "./database.ts";
import { testAuth } from "./identity.ts";
import { testMeasurementBox } from "./measurements.ts";
import { MEASURED_MAN, measuredSpecification } from "./patterns.ts";
import { createGarmentOrder } from "./production.ts";
import { createRememberingPool } from "./remembered-drafts.ts";

/** What the choices of the shirt change on its pattern. */
const OPTIONS = {
  Collar: { Classic: "collar:classic", Band: "collar:band" },
  Cuff: { "One button": "cuff:one_button", French: "cuff:french" },
  Front: { Plain: "front:plain", "Covered buttons": "front:covered" },
  Length: { Usual: "length:standard", Hip: "length:hip" },
  Buttons: { Horn: "none" },
  Style: { Shirt: "design:shirt", "T-shirt": "design:tShirt" },
} as const;

type Chosen = Readonly<Record<string, string>>;
type Stated = { posture?: string; shoulders?: string };

/** A shop with one shirt and its options: orders of it, their drafts, and changes of what was chosen. */
export async function createShirtOrders() {
  const shop = await createTestDatabase();
  const patterns = createRememberingPool();
  const { db } = shop;
  const box = testMeasurementBox();
  const deps = {
    db,
    measurementBox: box,
    patterns,
    publicUrl: "https://shop.example",
    clock: fixedClock("2026-11-29T14:00:00Z"),
    auth: testAuth(db),
    jobs: { send: async () => undefined },
    content: { settle: async () => undefined },
  };
  const shirtId = await addProduct(db, "Camp Street Shirt", {
    garmentType: "shirt",
    gender: "male",
  });
  await db
    .update(products)
    .set({ sizes: ["M", CUSTOM_SIZE] })
    .where(eq(products.id, shirtId));
  const termsId = newId();
  await db.insert(madeToMeasureTerms).values({ id: termsId, garment: "shirt" });
  for (const [position, [name, choices]] of Object.entries(OPTIONS).entries()) {
    const groupId = newId();
    await db.insert(optionGroups).values({ id: groupId, termsId, name, position });
    await db.insert(optionChoices).values(
      Object.entries(choices).map(([choice, effect], index) => {
        return { id: newId(), groupId, name: choice, effect, position: index };
      }),
    );
  }

  async function anOrder(chosen: Chosen, stated: Stated = {}) {
    const options = Object.entries(chosen).map(([group, choice]) => {
      return { group, choice, priceMinor: 0 };
    });
    return createGarmentOrder(db, {
      specification: measuredSpecification(MEASURED_MAN, stated),
      terms: { garment: "shirt", product: "Camp Street Shirt", options },
      lines: [
        {
          productId: shirtId,
          productName: "Camp Street Shirt",
          size: CUSTOM_SIZE,
          madeToMeasure: true,
        },
      ],
    });
  }

  async function drafted(orderItemId: string) {
    const [row] = await findNewestPatterns(db, [orderItemId]);
    const content = row && patternColumn.open(box, row);
    if (!row || !content) throw new Error("no draft");
    const finished = (name: string) =>
      content.measures.find((measure) => measure.name === name)?.finished ?? Number.NaN;
    return { row, content, finished, choices: readChoiceStates(row.choices) ?? [] };
  }

  /** Writes the contract's next version with these choices, as a change of its customer does. */
  async function changeChoices(orderItemId: string, chosen: Chosen) {
    const newest = await openNewestContract(deps, orderItemId);
    if (!newest?.specification) throw new Error("no contract");
    const { specification, terms, version } = newest;
    const before = new Map(terms.options.map((option) => [option.group, option]));
    const options = Object.entries(chosen).map(([group, choice]) => {
      const agreed = before.get(group);
      return agreed?.choice === choice ? agreed : { group, choice, priceMinor: 0 };
    });
    const content = { specification, terms: { ...terms, options } };
    await inTransaction(db, async (tx) => {
      const proposalId = await addProposal(tx, deps, {
        origin: "customer",
        orderItemId,
        baseVersion: version,
        content: { ...content, note: "" },
        now: deps.clock.now(),
      });
      await writeNextVersion(tx, deps, newest, { ...content, proposalId });
      return ok(null);
    });
  }

  async function draftOf(chosen: Chosen, stated: Stated = {}) {
    const order = await anOrder(chosen, stated);
    const made = await draftLine(deps, order.orderItemId);
    if (!made.ok) throw new Error("not drafted");
    return { order, ...(await drafted(order.orderItemId)) };
  }

  const stop = async () => {
    await patterns.stop();
    await shop.close();
  };
  return { anOrder, changeChoices, db, deps, draftOf, drafted, stop };
}
