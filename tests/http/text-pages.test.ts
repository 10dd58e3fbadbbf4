import { expect, test } from "vitest";
import { shopSuite } from "#tests/support/requests/shop-suite.ts";
import type { ShownPage } from "#tests/support/requests/shown-page.ts";

const { visitor } = shopSuite();

const open = (path: string) => visitor().open(path);
const mainOf = (page: ShownPage) => page.inside(page.getByRole("main"));

// Specification 2.18, 8.50
test("an unknown URL is a 404 page, which says so and links to the home page and the shop", async () => {
  const page = await open("/somewhere/else?entirely=1");
  expect(page.status).toBe(404);
  page.getByRole("heading", { level: 1, name: "Page Not Found" });
  const main = mainOf(page);
  expect(main.getByRole("link", { name: "Browse Shop" }).getAttribute("href")).toBe("/shop");
  expect(main.getByRole("link", { name: "Return to Home" }).getAttribute("href")).toBe("/");
});

test("an unknown collection is a 404 page", async () => {
  const page = await open("/collections/hats-for-cats");
  expect(page.status).toBe(404);
  page.getByRole("heading", { level: 1, name: "Page Not Found" });
});

// Specification 2.107, 2.108, 2.109
test("the shipping page promises the specification's times and prices", async () => {
  const table = mainOf(await open("/shipping")).getByRole("table");
  for (const text of ["5-7 business days", "free over $200", "$25 flat", "before 2 PM"]) {
    expect(table.textContent).toContain(text);
  }
});

const promises = {
  // Specification 2.111, 2.112, 2.114, 2.115
  "/shipping": [
    "Orders are processed in 1-2 business days",
    "Made-to-measure pieces need an extra 7-14 days",
    // The shop of these tests has no mail server.
    "When your parcel is dispatched, the page of your order has its tracking details",
    "Monday to Friday 9-6 and Saturday 10-4; there are none on Sunday",
  ],
  // Specification 2.116, 2.117, 2.118, 2.119, 2.120, 2.121, 2.122
  "/returns": [
    "We take returns for 30 days, counted from the delivery of the piece. It comes back in its original condition, with its tags, unworn and unwashed.",
    "non-returnable unless it is defective or its measurements are significantly different from the order",
    "with your order number and the reason",
    "We reply with an authorization number.",
    "ship it back to the atelier",
    "You pay the cost of return shipping.",
    "Refunds go to the original payment method within 5-10 business days of receipt.",
    "another size or color, subject to availability",
    "Store credit is available for all returns instead of a refund, and it never expires.",
  ],
  // Specification 2.123
  "/privacy": [
    "What we collect, and why",
    "AI fitting photos are not stored after processing.",
    "Browsing and buying set no cookie.",
    "They stay in your browser and are never sent to us",
    // Specification 2.124
    "Last updated: 26 November 2026",
  ],
  // Specification 2.123
  "/terms": [
    "fitting photos will not be stored after processing",
    "governed by the laws of Guyana",
    "decided by the courts in Georgetown",
    "Last updated: 26 November 2026",
  ],
  // Specification 2.2
  "/about": [
    "Our founder",
    "Our house",
    "Cultural Consciousness",
    "Local Sourcing",
    "Eco-Friendly Materials",
    "Circular Design",
    "Our sizes run from small to XL, with some pieces in XXL, and we cut for petite and tall.",
    "Custom outfits are considered too",
  ],
  // Specification 2.125
  "/new-dawn": [
    "New Dawn empowers women in vulnerable situations to become entrepreneurs",
    "Our mission",
    "The Transformation",
    "The Ripple Effect",
  ],
  // Specification 2.101
  "/contact": ["Monday to Friday", "9:00 AM to 6:00 PM", "10:00 AM to 4:00 PM", "by appointment"],
  // Specification 2.104, 2.105
  "/faq": ["Do you make custom alterations?", "What materials do you use?"],
};

// Specification 2.2
test.each(Object.entries(promises))("%s states the specification's facts", async (path, facts) => {
  const main = (await open(path)).getByRole("main");
  const text = (main.textContent ?? "").replace(/\s+/g, " ");
  for (const fact of facts) expect(text).toContain(fact);
});

// Specification 2.101
test("the contact page has the address, phone and email", async () => {
  const main = (await open("/contact")).getByRole("main");
  expect(main.querySelector("address")?.textContent).toContain("Georgetown");
  const phone = main.querySelector("a[href^='tel:']");
  expect(phone?.getAttribute("href")).toBe("tel:+5925550142");
  expect(phone?.textContent).toBe("+592 555 0142");
  const email = main.querySelector("a[href^='mailto:']");
  expect(email?.getAttribute("href")).toBe("mailto:atelier@demerara.example");
  expect(email?.textContent).toBe("atelier@demerara.example");
});

// Specification 2.125
test("New Dawn offers Donate and Volunteer and links to the fashion line", async () => {
  const page = await open("/new-dawn");
  page.getByRole("heading", { level: 2, name: "How You Can Help" });
  page.getByRole("button", { name: "Donate" });
  page.getByRole("button", { name: "Volunteer" });
  const link = page.getByRole("link", { name: "Explore the fashion line" });
  expect(link.getAttribute("href")).toBe("/shop");
});

test("without JavaScript the contact form is accepted, and an error keeps its input", async () => {
  const contact = await open("/contact");
  const refused = await contact.press("Send Message", {
    "Full Name": "Asha Persaud",
    Email: "asha@example",
    Subject: "A fitting",
    Message: "No script here",
  });
  expect(refused.status).toBe(422);
  refused.getByText("Please enter a valid email address, like name@example.com.");
  expect(refused.getByLabelText<HTMLTextAreaElement>(/^Message/).value).toBe("No script here");
  const sent = await refused.press("Send Message", { Email: "asha@example.com" });
  sent.getByRole("heading", { name: "Message sent" });
});

// Specification 2.21, 2.25, 2.27
test("the header's menu has Home, Collections, About and Contact beside logo, profile and cart", async () => {
  const page = await open("/");
  const header = page.inside(page.getByRole("banner"));
  const hrefOf = (name: string) =>
    page
      .inside(header.getByRole("navigation", { name: "Main" }))
      .getByRole("link", { name })
      .getAttribute("href");
  expect(hrefOf("Home")).toBe("/");
  expect(hrefOf("About")).toBe("/about");
  expect(hrefOf("Contact")).toBe("/contact");
  // A button that opens the menu once the script runs.
  expect(hrefOf("Collections")).toBe("/shop");
  const logo = header.getByRole("link", { name: "Demerara Atelier" });
  expect(logo.getAttribute("href")).toBe("/");
  expect(header.getByRole("link", { name: "Sign in" }).getAttribute("href")).toBe("/auth");
  const cart = header.getByRole("link", { name: "Cart, 0 items" });
  expect(cart.getAttribute("href")).toBe("/cart");
  expect(header.queryByRole("button", { name: "Sign Out" })).toBeNull();
});

// Specification 2.29
test("the footer links to customer service, contact, privacy and terms", async () => {
  const page = await open("/");
  const footer = page.getByRole("contentinfo");
  page.inside(footer).getByRole("heading", { name: "Customer service" });
  for (const [name, href] of Object.entries({
    Shipping: "/shipping",
    Returns: "/returns",
    "Made to Measure": "/made-to-measure",
    FAQ: "/faq",
    Privacy: "/privacy",
    Terms: "/terms",
    Contact: "/contact",
    "Lounge Wear": "/collections/lounge-wear",
    "atelier@demerara.example": "mailto:atelier@demerara.example",
    "+592 555 0142": "tel:+5925550142",
  })) {
    expect(page.inside(footer).getByRole("link", { name }).getAttribute("href")).toBe(href);
  }
  expect(footer.textContent).toContain("Georgetown, Guyana");
  expect(footer.textContent).toContain("9:00 AM to 6:00 PM");
});
