import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { createOrder } from "#tests/support/orders.ts";
import { shopSuite } from "#tests/support/requests/shop-suite.ts";
import { OWNER } from "#tests/support/shop/owner-account.ts";
import type { BrowserSession } from "./browser-session.ts";
import { openFirefox } from "./firefox.ts";
import type { Walker } from "./walker.ts";
import { createWalker } from "./walker.ts";
import { openWebKit } from "./webkit.ts";

const { shop } = shopSuite();

const PRODUCT = "Kaieteur Gown";
const STEP = "[data-step-title]";

/** What a tape shows around one person. */
const SKIRT: Readonly<Record<string, string>> = {
  Height: "172",
  Waist: "84",
  "High hip": "94",
  Seat: "98",
  "Waist to high hip": "13",
  "Waist to seat": "22",
  "Waist to knee": "60",
  "Waist to floor": "105",
};

/** From the home page to the paid order. */
async function buy(walker: Walker, email: string): Promise<void> {
  await walker.open("/");
  await walker.press("link", "Shop");
  // The home page, which shows the product too, stays until the shop is there.
  await walker.see("title", "Bespoke Fashion, Powered by AI");
  await walker.press("link", PRODUCT);
  await walker.see("title", PRODUCT);
  await walker.press("choice", "M");
  await walker.press("button", "Add to Cart");
  await walker.see("heading", "Your Cart");
  await walker.open("/cart");
  await walker.see("link", PRODUCT);
  await walker.press("link", "Checkout");
  await walker.fill("Email", email);
  await walker.press("button", /^Proceed to Payment/);
  await walker.followNewTab();
  await walker.see("title", "Test payment");
  await walker.choose("Country", "Guyana");
  await walker.fill("Full name", "Rosa Persaud");
  await walker.fill("Address", "12 Camp Street");
  await walker.fill("City or village", "Georgetown");
  await walker.press("choice", /, Standard, /);
  await walker.press("button", /^Pay /);
  await walker.see("title", "Order Confirmed!");
}

/** The landmarks and every value that a skirt needs; returns the values in the order in which the guide asks for them. */
async function measureSkirt(walker: Walker): Promise<string[]> {
  await walker.open("/measurement?step=3");
  await walker.fill("Who is measured?", "Asha");
  await walker.press("button", "Begin measuring");
  await walker.press("button", /^Skirt/);
  await walker.press("button", /With a bust/);
  const measured: string[] = [];
  await walker.see("button", "Found them all");
  for (let title = await walker.read(STEP); title !== ""; ) {
    const step = title
      .replace(/^[^:]*:\s*/, "")
      .replace(/, once more$/, "")
      .trim();
    const value = SKIRT[step];
    if (value === undefined) {
      await walker.press("button", "Found them all");
    } else {
      // The browsers are American, and their tape shows centimeters.
      if (measured.length === 0) await walker.press("choice", "cm");
      await walker.fill(step, value);
      await walker.press("button", "Next");
      measured.push(step);
    }
    title = (await walker.readOther(STEP, title)).text;
  }
  return measured;
}

/** Signs in, opens the order of a customer, and saves a product. */
async function runShop(walker: Walker, customerEmail: string): Promise<void> {
  await walker.open("/login");
  await walker.fill("Username", OWNER.username);
  await walker.fill("Password", OWNER.password);
  await walker.press("button", "Access CMS");
  await walker.see("link", "All Products");
  await walker.open(`/admin/orders?q=${encodeURIComponent(customerEmail)}`);
  await walker.press("link", /^[0-9a-f]{8}$/);
  await walker.see("title", /^Order /);
  await walker.see("text", customerEmail);
  await walker.open(`/admin?tab=products&q=${encodeURIComponent(PRODUCT)}`);
  await walker.press("link", `Edit ${PRODUCT}`);
  await walker.see("title", "Edit Product");
  await walker.fill("Price ($)", "1290");
  await walker.press("button", "Update Product");
  await walker.see("text", "Product updated successfully");
}

/** Runs in the page. The timers leave the debugger's call, which no policy binds. */
function misbehave(): void {
  console.error("reported");
  setTimeout(() => {
    throw new Error("uncaught");
  });
  setTimeout(() => void Promise.reject(new Error("unhandled")));
  setTimeout(() => {
    try {
      new Function("");
    } catch {
      // zod's probe catches it as well.
    }
  });
}

describe.each([
  { name: "Firefox", open: openFirefox },
  { name: "WebKitGTK", open: openWebKit },
])("in $name", ({ name, open }) => {
  const email = `${name.toLowerCase()}@example.org`;
  let session: BrowserSession;
  let walker: Walker;

  // A browser of its own for each test: nobody is signed in, nothing is stored.
  beforeEach(async () => {
    session = await open();
    walker = createWalker(session, shop().url);
  });
  afterEach(() => session?.close());

  test("a visitor buys a gown, from the home page to the confirmed order", async () => {
    await buy(walker, email);
    expect(session.drainComplaints()).toEqual([]);
  });

  test("a visitor measures everything that a skirt needs", async () => {
    const measured = await measureSkirt(walker);
    expect(new Set(measured)).toEqual(new Set(Object.keys(SKIRT)));
    expect(session.drainComplaints()).toEqual([]);
  });

  test("the owner signs in, opens an order and saves a product", async () => {
    const customerEmail = `order-${email}`;
    await shop().inDatabase((db) => createOrder(db, { customerEmail, status: "completed" }));
    await runShop(walker, customerEmail);
    expect(session.drainComplaints()).toEqual([]);
  });

  test("errors, uncaught errors and violations of the policy would have been heard", async () => {
    await walker.open("/faq");
    await session.evaluate(misbehave);
    const reports = [/reported/, /Content-Security-Policy.*script-src/, /uncaught/, /unhandled/];
    const heard: string[] = [];
    const unheard = () => {
      heard.push(...session.drainComplaints());
      return reports.filter((report) => !heard.some((complaint) => report.test(complaint)));
    };
    await expect.poll(unheard).toEqual([]);
  });
});
