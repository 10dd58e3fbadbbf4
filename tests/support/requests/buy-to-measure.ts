import { and, eq } from "drizzle-orm";
import type { Database } from "#db/client.server.ts";
import { products } from "#db/schema/catalog.server.ts";
import { orderItems, orders } from "#db/schema/orders.server.ts";
import { garments } from "#db/schema/production.server.ts";
import type { Actor } from "#features/base/identity/actor.ts";
import type { MeasurementProfile } from "#features/body/measurement/measurement-profile.ts";
import { standardChoice } from "#features/garments/options/made-to-measure-terms.ts";
import { findTermsOfProduct } from "#features/garments/options/terms-queries.server.ts";
import { createSpecification } from "#features/garments/specification/create-specification.server.ts";
import { CHECKOUT_POST, checkoutFields, readActionData } from "../checkout-post.ts";
import { GUEST_COOKIE } from "../guest.ts";
import { currentShop } from "../shop/current-shop.ts";
import type { Visitor } from "./visitor.ts";

/** Gives a visitor the browser of the guest of tests, whose specifications it can then order. */
export function asGuest(visitor: Visitor): Visitor {
  const [name = "", value = ""] = GUEST_COOKIE.split("=");
  visitor.cookies.set(name, value);
  return visitor;
}

type Purchase = {
  productName: string;
  /** With the options that it starts with. */
  priceUsd: number;
  email: string;
  actor: Actor;
  /** Null for somebody who measured behind a link. */
  profile: MeasurementProfile | null;
  /** The id of the link of the person whom it is made for. */
  link?: string;
  /** By the names of their groups, instead of what each group starts with. */
  choices?: Readonly<Record<string, string>>;
};

/** The wanted choice of each group that is named, and what each other group starts with. */
async function choose(db: Database, productId: string, wanted: Readonly<Record<string, string>>) {
  const terms = await findTermsOfProduct(db, productId);
  const choices: Record<string, string> = {};
  for (const group of terms?.groups ?? []) {
    const { choices: offered, id, name } = group;
    const chosen =
      name in wanted ? offered.find((each) => each.name === wanted[name]) : standardChoice(group);
    if (chosen) choices[id] = chosen.id;
  }
  return choices;
}

/** Stores what a visitor chose and measured; returns the cart's line. */
export async function createLine(purchase: Purchase) {
  const { actor, choices: wanted = {}, link = "", priceUsd, productName, profile } = purchase;
  const { inDatabase, measurementBox, now } = currentShop();
  return inDatabase(async (db) => {
    const [product] = await db
      .select({ id: products.id })
      .from(products)
      .where(eq(products.name, productName));
    if (!product) throw new Error(`The shop has no ${productName}`);
    const choices = await choose(db, product.id, wanted);
    const created = await createSpecification(
      { db, measurementBox, clock: { now } },
      {
        actor,
        network: "203.0.113.7",
        productId: product.id,
        submitted: { fit: "regular", remarks: "", monogram: "", link, choices, profile },
      },
    );
    if (!created.ok) throw new Error(JSON.stringify(created.error));
    return {
      id: product.id,
      name: productName,
      image: "",
      size: "Custom",
      price: priceUsd,
      quantity: 1,
      specification: created.value.specification,
    };
  });
}

const DELIVERY = {
  intent: "pay",
  optionId: "standard",
  fullName: "Rosa Persaud",
  line1: "12 Camp Street",
  city: "Georgetown",
  country: "GY",
};

/** Orders and pays a demo product made to measure, by the requests of the checkout; returns its garment. */
export async function buyToMeasure(visitor: Visitor, purchase: Purchase) {
  const { email } = purchase;
  const items = [await createLine(purchase)];
  const ordered = await asGuest(visitor).post(
    CHECKOUT_POST,
    checkoutFields({ items, customerEmail: email }),
  );
  const { url } = readActionData(await ordered.text());
  const paid = await visitor.send(new URL(String(url)).pathname, DELIVERY);
  if (paid.url.pathname !== "/checkout/success") {
    throw new Error(`The order was not paid: ${paid.status} ${paid.url}`);
  }
  const [garment] = await currentShop().inDatabase((db) =>
    db
      .select({ garmentId: garments.id, orderItemId: orderItems.id, orderId: orders.id })
      .from(garments)
      .innerJoin(orderItems, eq(orderItems.id, garments.orderItemId))
      .innerJoin(orders, eq(orders.id, orderItems.orderId))
      .where(and(eq(orders.customerEmail, email), eq(garments.stage, "received"))),
  );
  if (!garment) throw new Error("The order has no garment");
  return garment;
}
