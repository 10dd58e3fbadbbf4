import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { afterSignOut, authPath, loginPath, safeAdminPath, safeCustomerPath } from "./safe-path.ts";

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
  ])("is the admin's home for %j", (requested) => {
    expect(safeAdminPath(requested)).toBe("/admin");
  });

  test("is a page of the admin for any requested path", () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.webUrl(),
          fc.string().map((s) => `/admin${s}`),
        ),
        (requested) => {
          const path = safeAdminPath(requested);
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

describe("the page a customer goes to after signing in", () => {
  test.each(["/", "/checkout", "/measurement?product=1&unit=cm", "/product/caf%C3%A9", "/admin"])(
    "is the page asked for: %s",
    (requested) => expect(safeCustomerPath(requested)).toBe(requested),
  );

  test.each([
    null,
    "",
    "//evil.example",
    "///evil.example",
    "/\\evil.example",
    "\\\\evil.example",
    "https://evil.example/profile",
    "https:/evil.example",
    "http:evil.example",
    "%2f%2fevil.example",
    "/%2f%2fevil.example",
    "/%2Fevil.example",
    "/%5cevil.example",
    "/a/..//evil.example",
    "/./\\evil.example",
    "/.//evil.example",
    "javascript:alert(1)",
    "data:text/html,<script>alert(1)</script>",
    "/\t/evil.example",
    "\t//evil.example",
    "/\n/evil.example",
    "/%09/evil.example",
    "/%0d%0aLocation:%20https://evil.example",
    "/\u2028/evil.example",
    " /profile",
    "profile",
    "@evil.example",
  ])("is the account for %j", (requested) => {
    expect(safeCustomerPath(requested)).toBe("/profile");
  });

  test.each([
    "/auth",
    "/auth?next=/auth",
    "/auth/reset?token=x",
    "/login",
    "/sign-out",
    "/session",
  ])("is the account and never again the way in: %s", (requested) =>
    expect(safeCustomerPath(requested)).toBe("/profile"),
  );

  test("is a page of this shop for any requested path", () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.webUrl(),
          fc.string().map((s) => `/${s}`),
          fc.string({ unit: fc.constantFrom("/", "\\", ".", "%2f", "\t", "@", "e", ":") }),
        ),
        (requested) => {
          const path = safeCustomerPath(requested);
          expect(path).toMatch(/^\/(?![/\\])/);
          expect(new URL(path, "http://shop.test").origin).toBe("http://shop.test");
        },
      ),
    );
  });

  test("is remembered by the sign-in page, which needs no parameter for the account's home", () => {
    expect(authPath("/profile/orders?page=2")).toBe("/auth?next=%2Fprofile%2Forders%3Fpage%3D2");
    expect(authPath("/profile")).toBe("/auth");
    expect(authPath("//evil.example", "create-account")).toBe("/auth?tab=create-account");
  });
});

test("sign-out leads to one of three pages and nowhere else", () => {
  expect(afterSignOut("/login")).toBe("/login");
  expect(afterSignOut("/auth")).toBe("/auth");
  expect(afterSignOut("https://evil.example")).toBe("/");
  expect(afterSignOut(null)).toBe("/");
});
