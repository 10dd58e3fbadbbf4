import { expect, test } from "vitest";
import { deferScripts } from "./defer-scripts.ts";

const page = [
  '<html><head><title>Reed & Cloth</title><link rel="stylesheet" href="/assets/frame.css"/>',
  '<link rel="modulepreload" nonce="n" href="/assets/one.js"/><link rel="modulepreload" href="/assets/two.js"/></head>',
  '<body><p>Gr\u00fc\u00dfe</p><script nonce="n" type="module" async="">import "/assets/one.js";</script></body></html>',
].join("");
const late = deferScripts(Buffer.from(page), "n").toString("utf8");

test("the page's script waits, and nothing fetches its files before it", () => {
  expect(late).not.toMatch(/<link[^>]*modulepreload/);
  expect(late).not.toContain('type="module" async');
  expect(late).toContain(
    '<script nonce="n" type="text/plain" data-late="">import "/assets/one.js"',
  );
  expect(late).toContain('["/assets/one.js","/assets/two.js"]');
});

test("everything else stays as it was, the starter last in the body", () => {
  expect(late).toContain(
    '<title>Reed & Cloth</title><link rel="stylesheet" href="/assets/frame.css"/>',
  );
  expect(late).toContain("<p>Gr\u00fc\u00dfe</p>");
  expect(late).toMatch(/<script nonce="n">\(\(\) => \{[\s\S]+\}\)\(\);<\/script><\/body><\/html>$/);
});

test("a page without a script of its own is left alone", () => {
  for (const plain of ["", "<p>plain</p>", "<html><head></head><body></body></html>"]) {
    expect(deferScripts(Buffer.from(plain), "n").toString()).toBe(plain);
  }
});
