import type { Books } from "./books.ts";
import { pageOf } from "./lists.ts";
import { StripeRefusal } from "./stripe-refusal.ts";

type Node = Record<string, unknown>;

const DEEPEST = 4;

const isNode = (value: unknown): value is Node => typeof value === "object" && value !== null;

/** Only when expanded: lines, breakdown, refunds. */
function included(books: Books, thing: Node, step: string): unknown {
  if (thing.object === "checkout.session" && step === "line_items") {
    const lines = books.details.get(String(thing.id))?.lineItems ?? [];
    return pageOf(`/v1/checkout/sessions/${thing.id}/line_items`, lines, {}, "as given");
  }
  if (thing.object === "charge" && step === "refunds") {
    const refunds = [...books.refunds.values()].filter((refund) => refund.charge === thing.id);
    return pageOf(`/v1/charges/${thing.id}/refunds`, refunds, {});
  }
  return undefined;
}

/** An id is replaced by its object. */
function expandProperty(books: Books, thing: Node, step: string, path: string): unknown {
  const extra = included(books, thing, step);
  if (extra !== undefined) thing[step] = structuredClone(extra);
  if (!(step in thing)) {
    const message = `This property cannot be expanded (${path}).`;
    throw new StripeRefusal(400, message, { param: "expand" });
  }
  const held = thing[step];
  if (typeof held === "string") thing[step] = structuredClone(books.find(held) ?? held);
  return thing[step];
}

function expandStep(books: Books, thing: Node, [step, ...rest]: string[], path: string): void {
  if (step === undefined) return;
  if (step === "data" && Array.isArray(thing.data)) {
    for (const item of thing.data) if (isNode(item)) expandStep(books, item, rest, path);
    return;
  }
  if (thing.object === "checkout.session" && path.endsWith("total_details.breakdown")) {
    const discounts = books.details.get(String(thing.id))?.discounts ?? [];
    if (isNode(thing.total_details)) thing.total_details.breakdown = { discounts, taxes: [] };
    return;
  }
  const next = expandProperty(books, thing, step, path);
  if (isNode(next)) expandStep(books, next, rest, path);
}

/** Puts objects in place of their ids (`expand[]=payment_intent.latest_charge`). */
export function expanded(books: Books, response: object, paths: readonly string[]): object {
  const copy = structuredClone(response) as Node;
  for (const path of paths) {
    const steps = path.split(".");
    if (steps.length > DEEPEST) {
      const message = `You cannot expand more than ${DEEPEST} levels (${path}).`;
      throw new StripeRefusal(400, message, { param: "expand" });
    }
    expandStep(books, copy, steps, path);
  }
  return copy;
}
