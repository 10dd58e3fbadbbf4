import { expect, test } from "vitest";
import { DASHBOARD_TABS, readTab, tabPath } from "#app/components/admin/dashboard-tabs.ts";

// Specification 2.14, 2.127
test("every tab's own address opens it", () => {
  for (const { value } of DASHBOARD_TABS) {
    expect(readTab(new URL(tabPath(value), "http://shop.test").searchParams)).toBe(value);
  }
});

test.each(["", "tab=", "tab=orders", "tab=Products", "tab=constructor"])(
  "an address that names no tab (%s) opens the products",
  (query) => {
    expect(readTab(new URLSearchParams(query))).toBe("products");
  },
);
