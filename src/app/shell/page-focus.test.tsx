import { JSDOM } from "jsdom";
import type { ReactNode } from "react";
import { act } from "react";
import { createBrowserRouter, Link, Outlet, RouterProvider, useSearchParams } from "react-router";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { StatusMessageRegion } from "#ui/status-message.tsx";
import { PageFocus } from "./page-focus.tsx";

type Tab = {
  readonly window: JSDOM["window"];
  link(name: string): HTMLElement;
  heading(): HTMLElement | null;
  said(): string | null | undefined;
  goBack(): Promise<void>;
};

let close = async () => {};
let dom: JSDOM;

beforeEach(() => {
  dom = new JSDOM("<!doctype html><html><head></head><body></body></html>", {
    url: "https://shop.example/",
  });
  const { window } = dom;
  // The document of the test has no layout.
  window.HTMLElement.prototype.checkVisibility = function isInDocument() {
    return this.isConnected;
  };
  const {
    CSS = { escape: (name: string) => name },
    document,
    Element,
    HTMLElement,
    location,
  } = window;
  const globals = { CSS, document, Element, HTMLElement, location, window };
  for (const [name, value] of Object.entries(globals)) vi.stubGlobal(name, value);
  vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", true);
});

afterEach(async () => {
  await close();
  vi.unstubAllGlobals();
  dom.window.close();
});

const page = (heading: string, title: string, content?: ReactNode) => (
  <>
    <title>{title}</title>
    <h1>{heading}</h1>
    {content}
  </>
);

function Pages() {
  return (
    <>
      <PageFocus />
      <StatusMessageRegion />
      <header>
        <Link to="/about">About</Link>
        <Link to="/admin/orders">Orders</Link>
        <Link to="/admin/cms/footer">Footer</Link>
        <Link to="/admin/cms/home">Home page</Link>
      </header>
      <main>
        <Outlet />
      </main>
    </>
  );
}

function Listing() {
  const [choice] = useSearchParams();
  const isWomens = choice.get("gender") === "female";
  const number = choice.get("page") ?? "1";
  return page(
    "Shop",
    `Shop, page ${number}`,
    <>
      <p data-summary="">{isWomens ? "11 items" : "48 items"}</p>
      <Link to="/shop?gender=female">Female</Link>
      <Link to="/shop?page=2">Next</Link>
      <Link to="/product/scarf">Silk Scarf</Link>
    </>,
  );
}

/** A shop and an office of a few pages, opened in a document. */
async function open(path: string): Promise<Tab> {
  const { window } = dom;
  window.history.replaceState(null, "", path);
  const { createRoot } = await import("react-dom/client");
  const router = createBrowserRouter(
    [
      {
        Component: Pages,
        children: [
          { path: "/about", element: page("About the house", "About") },
          { path: "/shop", Component: Listing },
          { path: "/product/scarf", element: page("Silk Scarf", "Silk Scarf") },
          { path: "/admin/orders", element: page("Orders", "Orders, admin") },
          { path: "/admin/cms/home", element: page("Content", "Home page, Content") },
          { path: "/admin/cms/footer", element: page("Content", "Footer, Content") },
        ],
      },
    ],
    { window: window as never },
  );
  const root = createRoot(window.document.body);
  await act(async () => root.render(<RouterProvider router={router} />));
  close = async () => {
    await act(async () => root.unmount());
    router.dispose();
  };
  const { document } = window;
  return {
    window,
    link: (name) =>
      [...document.querySelectorAll("a")].find(({ textContent }) => textContent === name) ??
      expect.fail(`no link ${name}`),
    heading: () => document.querySelector("h1"),
    said: () => document.querySelector("[data-status-message]")?.textContent?.trim(),
    goBack: () =>
      act(async () => {
        const gone = new Promise((resolve) => {
          window.addEventListener("popstate", resolve, { once: true });
        });
        window.history.back();
        await gone;
      }),
  };
}

const follow = (link: HTMLElement) =>
  act(async () => {
    link.focus();
    link.click();
  });

test.each([
  ["another page of the shop", "/shop", "About", "About the house"],
  ["a product of a list", "/shop", "Silk Scarf", "Silk Scarf"],
  ["another page of a list", "/shop", "Next", "Shop"],
  ["an area of the admin", "/admin/cms/home", "Orders", "Orders"],
  ["a section with several pages", "/about", "Footer", "Content"],
])("%s starts at its heading", async (_page, from, name, heading) => {
  const tab = await open(from);
  await follow(tab.link(name));
  expect(tab.heading()?.textContent).toBe(heading);
  expect(tab.window.document.activeElement).toBe(tab.heading());
});

test("a section with several pages says which one is open", async () => {
  const tab = await open("/about");
  await follow(tab.link("Footer"));
  expect(tab.said()).toBe("Footer, Content");
});

test("a return starts at the link that had led away, and says the title", async () => {
  const tab = await open("/shop");
  await follow(tab.link("Silk Scarf"));
  await tab.goBack();
  expect(tab.heading()?.textContent).toBe("Shop");
  expect(tab.window.document.activeElement).toBe(tab.link("Silk Scarf"));
  expect(tab.said()).toBe("Shop, page 1");
});

test("another choice on the same page keeps the focus, and says what the list shows now", async () => {
  const tab = await open("/shop");
  const women = tab.link("Female");
  await follow(women);
  expect(tab.said()).toBe("11 items");
  expect(tab.window.document.activeElement).toBe(women);
});
