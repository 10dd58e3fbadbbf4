import { expect, it } from "vitest";
import { MENU_DELAYS } from "./site-header.tsx";

// Specification 9.5
it("waits 200 ms before it opens and 150 ms before it closes, and opens at once within 300 ms", () => {
  expect(MENU_DELAYS).toEqual({ open: 200, skip: 300, close: 150 });
});
