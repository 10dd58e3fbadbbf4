import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { afterSignOut, loginPath, safeAdminPath } from "./safe-path.ts";

describe("the page to go to after signing in", () => {
  test("is the admin page asked for, with its query", () => {
    expect(safeAdminPath("/admin/orders?status=pending&page=2")).toBe(
      "/admin/orders?status=pending&page=2",
    );
    expect(safeAdminPath("/admin?tab=products")).toBe("/admin?tab=products");
  });

  test.each([
    null,
    "",
    "https://evil.example/admin",
    "//evil.example/admin",
    "/\\evil.example/admin",
    "\\\\evil.example",
    "/admin/../login",
    "/administrator",
    "/admin\\..\\..\\login",
    "javascript:alert(1)",
    "admin/orders",
    "/\t/evil.example/admin",
    "http:/admin",
  ])("is the admin's home for %j", (asked) => {
    expect(safeAdminPath(asked)).toBe("/admin");
  });

  test("is a page of the admin whatever was asked for", () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.webUrl(),
          fc.string().map((s) => `/admin${s}`),
        ),
        (asked) => {
          const path = safeAdminPath(asked);
          const url = new URL(path, "http://shop.test");
          expect(url.origin).toBe("http://shop.test");
          expect(url.pathname).toMatch(/^\/admin(\/|$)/);
        },
      ),
    );
  });
});

test("the login remembers the page asked for, and needs no parameter for the admin's home", () => {
  expect(loginPath("/admin/orders?page=2")).toBe("/login?next=%2Fadmin%2Forders%3Fpage%3D2");
  expect(loginPath("/admin")).toBe("/login");
});

test("sign-out leads to one of three pages and nowhere else", () => {
  expect(afterSignOut("/login")).toBe("/login");
  expect(afterSignOut("/auth")).toBe("/auth");
  expect(afterSignOut("https://evil.example")).toBe("/");
  expect(afterSignOut(null)).toBe("/");
});
