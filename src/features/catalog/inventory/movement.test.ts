import { expect, test } from "vitest";
import { changeOfEntry, formatMovement, movementLabel, movementNoteLabel } from "./movement.ts";

test("a movement is written in its unit with a true minus", () => {
  expect(formatMovement(1_200, "items")).toBe("+1,200");
  expect(formatMovement(-2, "items")).toBe("−2");
  expect(formatMovement(5_000, "millimetres")).toBe("+5 m");
  expect(formatMovement(-2_200, "millimetres")).toBe("−2.2 m");
});

test("items and cloth share their kinds of movement, and each names them in its own words", () => {
  expect(movementLabel("received", "items")).toBe("Received");
  expect(movementLabel("received", "millimetres")).toBe("Received");
  expect(movementLabel("corrected", "items")).toBe("Corrected");
  expect(movementLabel("corrected", "millimetres")).toBe("Counted");
  expect(movementLabel("returned", "millimetres")).toBe("Put back");
  expect(movementLabel("cut", "millimetres")).toBe("Cut for an order");
});

test("only a note about items names the log action that caused it", () => {
  expect(movementNoteLabel("restored", "items")).toBe("Product restored");
  expect(movementNoteLabel("restored", "millimetres")).toBe("restored");
  expect(movementNoteLabel("flaw", "items")).toBe("flaw");
});

test("what arrived is added, and a count changes only what it found otherwise than known", () => {
  expect(changeOfEntry({ intent: "receive", quantity: 4 }, 10)).toBe(4);
  expect(changeOfEntry({ intent: "count", quantity: 8 }, 10)).toBe(-2);
  expect(changeOfEntry({ intent: "count", quantity: 8, known: 9 }, 5)).toBe(-1);
  expect(changeOfEntry({ intent: "count", quantity: 8, known: 8 }, 5)).toBe(0);
});
