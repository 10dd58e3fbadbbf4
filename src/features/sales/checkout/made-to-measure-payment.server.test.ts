import { expect, test } from "vitest";
import { addProduct, placed, requestFor } from "#tests/support/checkout.ts";
import { findMeasured } from "#tests/support/find-measured.ts";
import { guest } from "#tests/support/guest.ts";
import { offerToMeasure, specify } from "#tests/support/made-to-measure.ts";
import { STAND_IN_KEYS } from "#tests/support/stripe/keys.ts";
import { stripeSuite } from "#tests/support/stripe-suite.ts";

const { suite, now, shop, saveKeys } = stripeSuite();

/** Texts of a request, names and values; numbers in them, too. */
function textsOf(value: unknown): string[] {
  if (typeof value !== "object" || value === null) return [String(value)];
  return Object.entries(value).flatMap(([key, each]) => [key, ...textsOf(each)]);
}

test("a made-to-measure checkout tells the payment provider the order's id and the public text of its lines, and nothing of the fit", async () => {
  await saveKeys(STAND_IN_KEYS.good);
  const { db } = suite;
  const productId = await addProduct(db, {
    name: "Stabroek Suit",
    dollars: 1_000,
    stock: { M: 2, Custom: null },
  });
  const { choices } = await offerToMeasure(db, productId, {
    surchargeMinor: 15_000,
    silk: { priceMinor: 20_000 },
  });
  const texts = { remarks: "One-hip-is-higher", monogram: "XQZ" };
  const specification = await specify(suite, productId, choices, guest, texts);
  const line = { key: "suit", productId, size: "Custom", color: null, quantity: 1, shown: null };
  const order = await placed(shop(), {
    ...requestFor(productId),
    lines: [{ ...line, specification }],
  });

  const created = now.double.calls.filter(({ method }) => /sessions.create/i.test(method));
  expect(created).toMatchObject([
    {
      params: {
        client_reference_id: order.id,
        customer_email: "shopper@example.com",
        line_items: [
          {
            quantity: 1,
            price_data: {
              currency: "usd",
              unit_amount: 135_000,
              product_data: { name: "Stabroek Suit", description: "Size Custom, Made to measure" },
            },
          },
        ],
      },
    },
  ]);
  const [session] = created.map(({ params }) => params as Record<string, Record<string, unknown>>);
  const metadata = { shop: expect.any(String), kind: "order", reference: order.id };
  expect(session?.metadata).toEqual(metadata);
  expect(session?.payment_intent_data?.metadata).toEqual(metadata);

  const saysFit = findMeasured({ knee: 375 }, ["One-hip-is-higher", "XQZ", "Asha", "Silk", "knee"]);
  const sent = now.double.calls.flatMap(({ id, params }) => [id, ...textsOf(params)]);
  expect(sent).toContain(order.id);
  expect(sent).not.toContain(specification);
  expect(sent.filter(saysFit)).toEqual([]);
});
