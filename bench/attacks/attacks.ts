import { randomBytes } from "node:crypto";
import { CHECKOUT_POST, checkoutBody } from "#tests/support/checkout-post.ts";
import { confirmedPerson } from "#tests/support/measurements.ts";
import { MEASURED_MAN } from "#tests/support/patterns.ts";
import type { LineItem } from "../place-orders/checkout-load.ts";

/** What the strangers aim at. */
export type Targets = {
  /** Made to measure, of the guest whose cookie the strangers send. */
  suit: LineItem;
  cookie: string;
  /** A product whose pattern the shop drafts. */
  patternProductId: string;
};

export type AttackRequest = {
  method: "GET" | "POST";
  path: string;
  headers?: Readonly<Record<string, string>>;
  body?: string | Buffer;
};

export type Attack = {
  /** How many requests are under way at a time, of all strangers together. */
  atOnce: number;
  request(targets: Targets): AttackRequest;
};

const FORM = { "content-type": "application/x-www-form-urlencoded" };
const JSON_BODY = { "content-type": "application/json" };

const random = () => randomBytes(12).toString("hex");
const someEmail = () => `${random()}@example.com`;
const formOf = (fields: Readonly<Record<string, string>>) => String(new URLSearchParams(fields));

/** A cart of 50 made-to-measure lines; each has an id of its own and one specification. */
const cartOf = (suit: LineItem) =>
  Array.from({ length: 50 }, (_, line) => ({
    cartItemId: String(line),
    ...suit,
    quantity: 1,
    price: null,
  }));

function fitOf(values: Parameters<typeof confirmedPerson>[1]): Record<string, string> {
  return {
    fit: "regular",
    remarks: "",
    monogram: "",
    choices: "{}",
    profile: JSON.stringify(confirmedPerson(random(), values)),
  };
}

/** A body as long as a form with photos may be, sent to whoever answers, though no link and no session opens it. */
const LONG_BODY = Buffer.alloc(15_500_000, "x");
const LONG_PATHS = [
  "/garment/not-a-link",
  "/admin/atelier/production/x.data",
  "/profile/orders/x/garments/y",
];
let longBodies = 0;

/** Everything that a stranger's program sends, by what it attacks. */
export const ATTACKS = {
  quotes: {
    atOnce: 60,
    request: ({ cookie, suit }) => ({
      method: "POST",
      path: "/cart/quote",
      headers: { ...JSON_BODY, cookie },
      body: JSON.stringify({ items: cartOf(suit) }),
    }),
  },
  "need-by": {
    atOnce: 60,
    request: ({ cookie, suit }) => ({
      method: "GET",
      path: `/checkout/need-by?line=${suit.specification}*1`,
      headers: { cookie },
    }),
  },
  previews: {
    atOnce: 60,
    request: ({ patternProductId }) => ({
      method: "POST",
      path: `/product/${patternProductId}/pattern.data`,
      headers: FORM,
      body: formOf(fitOf(MEASURED_MAN)),
    }),
  },
  uploads: {
    atOnce: 100,
    request: () => {
      longBodies += 1;
      return {
        method: "POST",
        path: LONG_PATHS[longBodies % LONG_PATHS.length] ?? "",
        headers: { "content-type": "multipart/form-data; boundary=x" },
        body: LONG_BODY,
      };
    },
  },
  specifications: {
    atOnce: 60,
    request: ({ suit }) => ({
      method: "POST",
      path: `/product/${suit.id}/made-to-measure.data`,
      headers: FORM,
      body: formOf(fitOf({ knee: 375 })),
    }),
  },
  "unpaid orders": {
    atOnce: 60,
    request: ({ cookie, suit }) => ({
      method: "POST",
      path: CHECKOUT_POST,
      headers: { ...FORM, cookie },
      body: checkoutBody({
        items: [{ cartItemId: "line", ...suit, quantity: 1 }],
        customerEmail: someEmail(),
        idempotencyKey: random(),
      }),
    }),
  },
  contact: {
    atOnce: 60,
    request: () => ({
      method: "POST",
      path: "/contact.data",
      headers: FORM,
      body: formOf({
        fullName: "A stranger",
        email: someEmail(),
        phone: "",
        subject: random(),
        message: "x".repeat(2_000),
      }),
    }),
  },
} as const satisfies Record<string, Attack>;

export type AttackName = keyof typeof ATTACKS;
