import { createHash } from "node:crypto";
import { createElement } from "react";
import { renderToString } from "react-dom/server";
import type { EntryContext } from "react-router";
import { createRequestHandler, Scripts, ServerRouter } from "react-router";
import { expect, test } from "vitest";
import { routeBuild } from "#tests/support/route-build.ts";
import { deferScripts, sealScripts } from "./page-scripts.ts";

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

/** Renders a page with the installed React and React Router. */
async function renderedPage(nonce: string): Promise<string> {
  const page = () =>
    createElement(
      "html",
      null,
      createElement("head"),
      createElement("body", null, createElement(Scripts)),
    );
  const build = routeBuild({ root: { id: "root", path: "/", module: { default: page } } });
  const render = (request: Request, status: number, headers: Headers, context: EntryContext) => {
    const router = createElement(ServerRouter, { context, url: request.url, nonce });
    return new Response(renderToString(router), { status, headers });
  };
  build.entry.module.default = render as typeof build.entry.module.default;
  build.assets.url = "/assets/manifest-1.js";
  build.assets.entry.module = "/assets/entry.js";
  build.assets.routes = {
    root: { id: "root", path: "/", module: "/assets/root.js", imports: ["/assets/grid.js"] },
  } as unknown as typeof build.assets.routes;
  const response = await createRequestHandler(
    build,
    "production",
  )(new Request("http://shop.example/"));
  return response.text();
}

test("React and React Router still write the markup that is moved and hashed here", async () => {
  const changed =
    "React or React Router writes scripts differently: adapt src/app/web/page-scripts.ts";
  const html = await renderedPage("n1");
  expect(html, changed).toContain("/assets/grid.js");
  const deferred = deferScripts(Buffer.from(html), "n1").toString();
  expect(deferred, changed).not.toMatch(/<link[^>]*modulepreload|type="module" async/);
  expect(deferred, changed).toContain("data-late");
  for (const file of ["entry", "root", "grid"]) {
    expect(deferred, changed).toContain(`"/assets/${file}.js"`);
  }
  const { body, scriptHashes } = seal(deferred, "n1");
  expect(body.toString(), changed).not.toContain("nonce");
  const inline = [...body.toString().matchAll(/<script(?![^>]* src=)[^>]*>([\s\S]*?)<\/script>/g)];
  expect(inline.length, changed).toBeGreaterThan(2);
  expect(inline.map(([, text = ""]) => hashOf(text)).sort(), changed).toEqual(
    [...scriptHashes].sort(),
  );
});
