import { expect, test } from "vitest";
import { readMailTo } from "#tests/support/requests/mailbox.ts";
import { shopSuite } from "#tests/support/requests/shop-suite.ts";
import type { ShownPage } from "#tests/support/requests/shown-page.ts";
import { textOf } from "#tests/support/requests/shown-page.ts";
import { signInOwner } from "#tests/support/requests/sign-in.ts";
import { pathOfProduct, setStock } from "#tests/support/shop/products.ts";

const { visitor } = shopSuite();

const PRODUCT = "Berbice Heavy Tee";
const SKU = "DA-BERBICE-OFF-WHITE-XS";

const titleOf = (page: ShownPage) => page.getByRole("heading", { level: 1 }).textContent;

test("a customer requests a sold-out size, the owner receives it, and the mails lead to it", async () => {
  const owner = await signInOwner(visitor());
  const product = await pathOfProduct(PRODUCT);
  await setStock(PRODUCT, "XS", 0);
  const form = await visitor().open(`${product}/back-in-stock`);
  const refused = await form.press("Tell me", { "XS, Off-White": true });
  expect(refused.status).toBe(422);
  expect(refused.text).toContain("Email is required");
  for (const Email of ["waits@example.com", "waits.too@example.com"]) {
    const subscribed = await refused.press("Tell me", { Email });
    expect(titleOf(subscribed)).toBe("We will tell you");
  }

  const stock = await owner.open("/admin/stock");
  const received = await stock.press("Receive", { SKU, Pieces: "2" });
  expect(received.text).toContain(`${PRODUCT}, XS, Off-White: 2 pieces received`);
  const found = await received.press("Show", { "Product or SKU": SKU });
  const [history = ""] = new Set(
    found.getAllByRole("link", { name: PRODUCT }).map((link) => link.getAttribute("href") ?? ""),
  );
  const rows = (await owner.open(history)).getAllByRole("row").map(textOf);
  expect(rows.filter((row) => row.includes("Received"))).toEqual([
    expect.stringMatching(/\+2 .*owner/),
  ]);

  await readMailTo("waits.too@example.com");
  const mail = await readMailTo("waits@example.com");
  const [link = ""] = /http[^\s"]+size=XS[^\s"]*/.exec(mail) ?? [];
  const { pathname, search } = new URL(link.replaceAll("&amp;", "&"));
  const page = await visitor().open(pathname + search);
  expect(page.url.pathname).toBe(product);
  expect(page.getByRole<HTMLInputElement>("radio", { name: "XS" }).checked).toBe(true);

  const outbox = await owner.open("/admin/outbox?status=stored");
  const subject = outbox.getAllByRole("link", { name: /^Back: Berbice Heavy Tee/ });
  expect(new Set(subject.map((each) => each.getAttribute("href"))).size).toBe(2);
  const opened = await owner.open(subject[0]?.getAttribute("href") ?? "");
  const sent = await opened.press("Send there", { "Another address": "other@example.com" });
  expect(sent.text).toContain("To other@example.com");
  await readMailTo("other@example.com");
  const previews = await owner.open("/admin/mails?kind=back-in-stock");
  const sample = await previews.press("Send a sample", {
    "Send a sample to": "sample@example.com",
  });
  expect(sample.text).toContain("A sample to sample@example.com is written");
  await readMailTo("sample@example.com");
});
