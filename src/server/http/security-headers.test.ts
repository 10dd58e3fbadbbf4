import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { sealScripts, securityHeaders } from "./security-headers.ts";

const seal = (html: string, nonce: string) => sealScripts(Buffer.from(html), nonce);
const hashOf = (body: string) => `'sha256-${createHash("sha256").update(body).digest("base64")}'`;

test("the shop's own inline scripts get hashes, and their marks are taken off", () => {
  const { body, scriptHashes } = seal(
    '<script nonce="n1">one()</script><script nonce="n1" type="module" async="">import "/a.js"</script><link rel="modulepreload" nonce="n1" href="/a.js"/>',
    "n1",
  );
  expect(scriptHashes).toEqual([hashOf("one()"), hashOf('import "/a.js"')]);
  expect(body.toString()).not.toContain("nonce");
});

test("a script that somebody smuggled into the page gets no hash", () => {
  const { scriptHashes } = seal(
    '<script>steal()</script><script nonce="guess">steal()</script><script nonce="n1">own()</script>',
    "n1",
  );
  expect(scriptHashes).toEqual([hashOf("own()")]);
});

test("a script from a file and structured data need no hash", () => {
  const { scriptHashes } = seal(
    '<script nonce="n1" src="/assets/a.js"></script><script type="application/ld+json">{}</script>',
    "n1",
  );
  expect(scriptHashes).toEqual([]);
});

test("the policy allows no inline script without a hash, no foreign frame and no plugin", () => {
  const policy = new Map(securityHeaders({ https: false, scriptHashes: ["'sha256-x'"] })).get(
    "content-security-policy",
  );
  expect(policy).toContain("script-src 'self' 'sha256-x';");
  expect(policy).not.toMatch(/script-src[^;]*unsafe/);
  expect(policy).toContain("frame-ancestors 'none'");
  expect(policy).toContain("object-src 'none'");
});

test("browsers are told to insist on https only where the shop has it", () => {
  const names = (https: boolean) => securityHeaders({ https }).map(([name]) => name);
  expect(names(true)).toContain("strict-transport-security");
  expect(names(false)).not.toContain("strict-transport-security");
});
