import { describe, expect, test } from "vitest";
import type { OrderPast } from "./undo-step.ts";
import { findUndoObstacle } from "./undo-step.ts";

const at = (hour: number) => new Date(Date.UTC(2026, 10, 20, hour));
const items = [{ itemId: "shirt", quantity: 1 }];
const sent = { id: "parcel", shippedAt: at(9), deliveredAt: null, items };
const arrived = { ...sent, deliveredAt: at(10) };

const steps: OrderPast["steps"] = [
  { type: "shipped", detail: { shipmentId: "parcel" }, at: at(9) },
  { type: "delivered", detail: { shipmentId: "parcel" }, at: at(12) },
];
const past = (change: Partial<OrderPast> = {}): OrderPast => ({
  steps,
  returns: [],
  refunds: [],
  ...change,
});

const announced = (hour: number, itemId = "shirt") =>
  past({
    steps: [
      ...steps,
      { type: "return_requested", detail: { authorizationNumber: "RA-1" }, at: at(hour) },
    ],
    returns: [{ authorizationNumber: "RA-1", items: [{ itemId }] }],
  });

const refunded = (hour: number, change: Partial<OrderPast["refunds"][number]> = {}) =>
  past({
    refunds: [
      { status: "succeeded", amountMinor: 100, refundedItems: [], createdAt: at(hour), ...change },
    ],
  });

const of = (orderItemId: string) => ({ refundedItems: [{ orderItemId, quantity: 1 }] });

describe("a step of a shipment", () => {
  test("can be undone while nothing depends on it", () => {
    expect(findUndoObstacle(arrived, past())).toBeNull();
    expect(findUndoObstacle(sent, past())).toBeNull();
  });

  test("cannot be undone after a return of its items was requested", () => {
    expect(findUndoObstacle(arrived, announced(13))).toBe("returned");
    expect(findUndoObstacle(arrived, announced(13, "gown"))).toBeNull();
  });

  test("does not depend on what happened before it was recorded, whatever its own date", () => {
    expect(findUndoObstacle(arrived, announced(11))).toBeNull();
    expect(findUndoObstacle(sent, announced(11))).toBe("returned");
    expect(findUndoObstacle(arrived, refunded(11))).toBeNull();
    expect(findUndoObstacle({ ...arrived, id: "another" }, refunded(11))).toBe("refunded");
  });

  test("cannot be undone after its items, or an unspecified amount, were refunded", () => {
    expect(findUndoObstacle(arrived, refunded(13))).toBe("refunded");
    expect(findUndoObstacle(arrived, refunded(13, { status: "pending" }))).toBe("refunded");
    expect(findUndoObstacle(arrived, refunded(13, of("shirt")))).toBe("refunded");
    expect(findUndoObstacle(arrived, refunded(13, of("gown")))).toBeNull();
    expect(findUndoObstacle(arrived, refunded(13, { status: "failed" }))).toBeNull();
  });
});
