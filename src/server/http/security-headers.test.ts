import { expect, test } from "vitest";
import { securityHeaders } from "./security-headers.ts";

test("the policy allows no inline script without a hash, no foreign frame and no plugin", () => {
  const policy = new Map(securityHeaders({ https: false, scriptHashes: ["'sha256-x'"] })).get(
    "content-security-policy",
  );
  expect(policy).toContain("script-src 'self' 'sha256-x';");
  expect(policy).not.toMatch(/script-src[^;]*unsafe/);
  expect(policy).toContain("frame-ancestors 'none'");
  expect(policy).toContain("object-src 'none'");
});

test("HSTS is sent only where the shop has https", () => {
  const names = (https: boolean) => securityHeaders({ https }).map(([name]) => name);
  expect(names(true)).toContain("strict-transport-security");
  expect(names(false)).not.toContain("strict-transport-security");
});

test("subdomains are told to use https only when the operator says so", () => {
  const hstsOf = (options: { hstsSubdomains?: boolean; https: boolean }) =>
    new Map(securityHeaders(options)).get("strict-transport-security");
  expect(hstsOf({ https: true })).toBe("max-age=31536000");
  expect(hstsOf({ https: true, hstsSubdomains: false })).toBe("max-age=31536000");
  expect(hstsOf({ https: true, hstsSubdomains: true })).toBe("max-age=31536000; includeSubDomains");
  expect(hstsOf({ https: false, hstsSubdomains: true })).toBeUndefined();
});
