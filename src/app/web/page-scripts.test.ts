import { createHash } from "node:crypto";
import vm from "node:vm";
import { createElement } from "react";
import { renderToString } from "react-dom/server";
import type { EntryContext } from "react-router";
import { createRequestHandler, Scripts, ServerRouter } from "react-router";
import { describe, expect, test } from "vitest";
import { routeBuild } from "#tests/support/route-build.ts";
import { deferScripts, sealScripts } from "./page-scripts.ts";
import { SCRIPT_RUNS_EVENT } from "./script-runs.ts";
import startPage from "./start-page.browser.ts?program";

const page = [
  '<html><head><title>Reed & Cloth</title><link rel="stylesheet" href="/assets/frame.css"/>',
  '<link rel="modulepreload" nonce="n" href="/assets/one.js"/><link rel="modulepreload" href="/assets/two.js"/></head>',
  '<body><p>Gr\u00fc\u00dfe</p><script nonce="n" type="module" async="">import "/assets/one.js";</script></body></html>',
].join("");
const late = deferScripts(Buffer.from(page), "n", startPage).toString("utf8");

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
  expect(late).toMatch(/<script nonce="n">\(\(\)=>\{[\s\S]+\}\)\(\);<\/script><\/body><\/html>$/);
});

test("a page without a script of its own is left alone", () => {
  for (const plain of ["", "<p>plain</p>", "<html><head></head><body></body></html>"]) {
    expect(deferScripts(Buffer.from(plain), "n", startPage).toString()).toBe(plain);
  }
});

/** The starter of a page in a window of its own, with one button that counts the clicks that reach the page. */
function openPage() {
  const window = new EventTarget();
  const document = Object.assign(new EventTarget(), {
    querySelector: () => null,
    querySelectorAll: () => [],
  });
  let atMs = 0;
  let adds = 0;
  class Button {
    readonly isConnected = true;
    readonly #attributes = new Set<string>();
    closest = () => this;
    setAttribute = (name: string) => void this.#attributes.add(name);
    removeAttribute = (name: string) => void this.#attributes.delete(name);
    isHeld = () => this.#attributes.has("data-held");
    click = () => {
      const click = new Event("click", { cancelable: true });
      Object.defineProperty(click, "target", { value: this });
      let isStopped = true;
      const reached = () => {
        isStopped = false;
      };
      window.addEventListener("click", reached, { once: true });
      window.dispatchEvent(click);
      window.removeEventListener("click", reached);
      if (!isStopped) adds += 1;
    };
  }
  const [, script = ""] = /<script nonce="n">([\s\S]+)<\/script><\/body>/.exec(late) ?? [];
  vm.runInNewContext(script, {
    document,
    performance: { now: () => atMs },
    setTimeout: () => 0,
    addEventListener: window.addEventListener.bind(window),
    // Node ignores `true` here, which browsers understand.
    removeEventListener: (type: string, listener: () => void, capture: boolean) =>
      window.removeEventListener(type, listener, { capture }),
  });
  return {
    button: new Button(),
    other: new Button(),
    adds: () => adds,
    wait: (ms: number) => {
      atMs += ms;
    },
    scriptRuns: () => void document.dispatchEvent(new Event(SCRIPT_RUNS_EVENT)),
    leave: () => void window.dispatchEvent(new Event("pagehide")),
  };
}

describe("a click that needs the script", () => {
  test("waits for it and is repeated once, also when the script announces itself twice", () => {
    const { button, adds, scriptRuns } = openPage();
    button.click();
    expect(button.isHeld()).toBe(true);
    expect(adds()).toBe(0);
    scriptRuns();
    scriptRuns();
    expect(button.isHeld()).toBe(false);
    expect(adds()).toBe(1);
  });

  test("counts once when it is repeated around the moment at which the script begins to run", () => {
    const { button, adds, scriptRuns, wait } = openPage();
    button.click();
    button.click();
    scriptRuns();
    wait(300);
    button.click();
    expect(adds()).toBe(1);
    wait(300);
    button.click();
    expect(adds()).toBe(2);
  });

  test("delays no click on another button, and none of a page that held nothing", () => {
    const held = openPage();
    held.button.click();
    held.scriptRuns();
    held.other.click();
    expect(held.adds()).toBe(2);
    const idle = openPage();
    idle.scriptRuns();
    idle.button.click();
    idle.button.click();
    expect(idle.adds()).toBe(2);
  });

  test("is dropped when the visitor leaves, so that the page does nothing on its own after Back", () => {
    const { button, adds, scriptRuns, leave } = openPage();
    button.click();
    leave();
    expect(button.isHeld()).toBe(false);
    scriptRuns();
    expect(adds()).toBe(0);
  });
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
  const deferred = deferScripts(Buffer.from(html), "n1", startPage).toString();
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
