import { describe, expect, test } from "vitest";
import { sendLinks } from "#tests/support/measure-links.ts";
import { shopSuite } from "#tests/support/requests/shop-suite.ts";
import type { ShownPage } from "#tests/support/requests/shown-page.ts";
import { signInOwner } from "#tests/support/requests/sign-in.ts";
import type { Visitor } from "#tests/support/requests/visitor.ts";
import { pathOfProduct } from "#tests/support/shop/products.ts";

const { shop, visitor, customer } = shopSuite();

/** A page holds the chart in both units and shows one of them; both are printed. */
function chartRow(page: ShownPage, unit: "inches" | "centimetres", size: string): string {
  const name = new RegExp(`^${size}\\b`);
  const table = page.getByRole("table", { name: `Size chart in ${unit}` });
  return page.inside(table).getByRole("row", { name }).textContent ?? "";
}

const sizeFound = (page: ShownPage) =>
  page.inside(page.getByRole("main")).getByRole("heading", { level: 3 }).textContent;

const entry = (page: ShownPage, label: RegExp) => page.getByLabelText<HTMLInputElement>(label);

describe("the chart and Find my size", () => {
  test("each step is a page of its own, cached for everyone", async () => {
    for (const path of ["/measurement", "/measurement?step=2", "/measurement?step=3"]) {
      const response = await visitor().request(path);
      expect(response.headers.get("cache-control"), path).toContain("public");
      const page = await visitor().open(path);
      const canonical = page.document.querySelector<HTMLLinkElement>("link[rel=canonical]")?.href;
      expect(canonical).toBe(new URL(path, shop().url).href);
    }
  });

  test("steps and units are links, and the response of Find my size is private", async () => {
    const somebody = visitor();
    const tips = await somebody.open("/measurement");
    const coming = await tips.follow("Continue");
    const inches = await coming.follow("Continue to Size Guide");
    expect(chartRow(inches, "inches", "XS")).toBe("XS32-3426-2834-3630-32");
    const chart = await inches.follow("cm");
    expect(chartRow(chart, "centimetres", "XS")).toBe("XS81-8666-7186-9176-81");
    expect(chartRow(chart, "centimetres", "XL")).toBe("XL102-10786-91107-11281-86");
    expect(chartRow(chart, "centimetres", "XXL")).toBe("XXL107-11291-97112-11781-86");
    expect(chart.getByRole("link", { name: "cm" }).getAttribute("aria-current")).toBe("true");
    const found = await chart.press("Find my size", { "Chest (cm)": "94", "Hips (cm)": "99,5" });
    expect(sizeFound(found)).toBe("M is your size");
    const response = await somebody.request(found.url.pathname + found.url.search);
    expect(response.headers.get("cache-control")).toBe("private, no-store");
    const inInches = await found.follow("inches");
    expect(entry(inInches, /^Hips \(in\)/).value).toBe("39 1/8");
    expect(sizeFound(inInches)).toBe("M is your size");
  });

  test("an empty form asks for a measurement, and a result without measurements leads to the form", async () => {
    const chart = await visitor().open("/measurement?step=3");
    const empty = await chart.press("Find my size");
    expect(empty.text).toContain("Give at least one of the measures");
    expect(empty.inside(empty.getByRole("main")).queryByRole("heading", { level: 3 })).toBeNull();
    const { url } = await visitor().open("/measurement/size?unit=cm");
    expect(url.pathname + url.search).toBe("/measurement?step=3&unit=cm");
  });

  test("odd measurements get a message and no server error", async () => {
    for (const odd of ["", "<script>", "twelve", "'; drop table products; --", "💃".repeat(60)]) {
      const path = `/measurement/size?unit=inches&chest=${encodeURIComponent(odd)}`;
      const page = await visitor().open(path);
      expect(page.status, odd).toBe(200);
      const message = odd === "" ? "Give at least one" : "Write a number";
      expect(page.text, odd).toContain(message);
    }
  });

  // Specification 2.7
  test("the size found is chosen on the page of the product", async () => {
    const path = await pathOfProduct("Kaieteur Gown");
    const id = path.replace("/product/", "");
    const chart = await visitor().open(`/measurement?product=${id}&step=3`);
    expect(chart.text).toContain("for Kaieteur Gown");
    expect(chart.queryByLabelText(/Inseam/)).toBeNull();
    const found = await chart.press("Find my size", {
      "Chest (in)": "39",
      "Waist (in)": "33",
      "Hips (in)": "41",
    });
    const product = await found.follow("Choose L for Kaieteur Gown");
    expect(product.url.pathname + product.url.search).toBe(`/product/${id}?size=L`);
    expect(chosenSize(product)).toBe("L");
    const unknown = await visitor().open(`/product/${id}?size=Huge`);
    expect(chosenSize(unknown)).toBeNull();
  });

  test("measurements outside the chart lead to size Custom or to a message to us", async () => {
    const path = await pathOfProduct("Kaieteur Gown");
    const id = path.replace("/product/", "");
    const chart = await visitor().open(`/measurement?product=${id}&step=3`);
    const found = await chart.press("Find my size", { "Chest (in)": "48" });
    expect(sizeFound(found)).toBe("You are beyond our chart");
    expect(found.getByRole("link", { name: "Ask us about this piece" })).toBeDefined();
    const product = await found.follow("Choose Custom for Kaieteur Gown");
    expect(product.url.pathname + product.url.search).toBe(`/product/${id}?size=Custom`);
  });

  // Specification 2.7, 2.54
  test("an unknown product is ignored, and the wizard continues", async () => {
    const page = await visitor().open("/measurement?product=nobody%27s&step=3");
    expect(page.status).toBe(200);
    const onward = page.getByRole("link", { name: "Shop With Size Guide" });
    expect(onward.getAttribute("href")).toBe("/shop");
  });
});

/** The size that is chosen on a product's page, if one is. */
function chosenSize(product: ShownPage): string | null {
  const sizes = product.getByRole("group", { name: "Available Sizes" });
  const chosen = product.inside(sizes).queryByRole<HTMLInputElement>("radio", { checked: true });
  return chosen?.value ?? null;
}

const field = (page: ShownPage, name: string) =>
  page.getByRole<HTMLInputElement>("textbox", { name });

function descriptionOf(page: ShownPage, name: string): string {
  const ids = field(page, name).getAttribute("aria-describedby")?.split(" ") ?? [];
  return ids.map((id) => page.document.getElementById(id)?.textContent ?? "").join(" ");
}

test("without JavaScript somebody opens a link, agrees, measures, stops and continues, and the sender sees that they are done", async () => {
  const { visitor: asha, userId, email } = await customer();
  const { inDatabase, measurementBox, now } = shop();
  const sender = { role: "customer", userId, name: "Asha", email } as const;
  const [path = ""] = await inDatabase((db) =>
    sendLinks({ db, measurementBox, clock: { now } }, sender, { people: ["Bibi"] }),
  );
  const bibi = visitor();

  // Nothing is stored without consent.
  const refused = await (await bibi.open(path)).press("Agree and start");
  expect(refused.text).toContain("Please agree, or close this page");
  const empty = await refused.press("Agree and start", { "I agree that my body": true });
  expect(descriptionOf(empty, "Height")).toContain("heels against the wall");
  expect(empty.text).toContain("Tie a string there and leave it on");

  // Half is saved, and found again with the link.
  const half = await empty.press("Save and continue later", { Height: "166", Waist: "74" });
  expect(half.text).toContain("continue later with the same link");
  const again = await bibi.open(path);
  expect(field(again, "Waist").value).toBe("74");

  // Every problem is named at its field, and no text is lost.
  const problems = await again.press("I am done", {
    Seat: "38.5",
    "Waist to high hip": "11.5",
    "Waist to seat": "low",
  });
  expect(problems.text).toContain("Stored. Please look at the fields below");
  expect(descriptionOf(problems, "Waist to seat")).toContain("Please enter a number");
  expect(descriptionOf(problems, "Waist to knee")).toContain("Please measure this and enter it");
  const wrong = problems.document.querySelectorAll("main [aria-invalid=true]");
  expect([...wrong].map((each) => (each as HTMLInputElement).labels?.[0]?.textContent)).toEqual([
    "Waist, a second time",
    "High hip",
    "Seat, a second time",
    "Waist to high hip, a second time",
    "Waist to seat",
    "Waist to knee",
    "Waist to floor",
  ]);
  expect(field(problems, "Seat").value).toBe("38.5");
  expect(problems.text).toContain("This looks like inches.");
  const right = problems.getByRole<HTMLInputElement>("checkbox", {
    name: "The seat is right as it is",
  });
  expect(right.checked).toBe(false);

  // Done, corrected, and done again.
  const done = await problems.press("I am done", {
    "Waist, a second time": "74.4",
    Seat: "98",
    "Seat, a second time": "98.4",
    "Waist to high hip, a second time": "11.7",
    "Waist to seat": "20",
    "Waist to knee": "58",
    "High hip": "94",
    "Waist to floor": "104",
  });
  expect(done.text).toContain("You are done");
  const correcting = await done.follow("See or correct the measurements");
  const corrected = await correcting.press("I am done", { "Waist to knee": "59" });
  expect(corrected.text).toContain("You are done");
  const correction = await corrected.follow("See or correct the measurements");
  expect(field(correction, "Waist to knee").value).toBe("59");

  const links = await asha.open("/profile/measurements/links");
  expect(links.text).toContain("1 of 1 done");
});

/** The owner's choice whether a product is made to measure: "yes", "no", or "" as for all products. */
async function offerToMeasure(owner: Visitor, name: string, offered: string): Promise<void> {
  const atelier = await owner.open("/admin/atelier");
  const terms = await atelier.press("Open its terms", { "Product with the size Custom": name });
  expect(terms.getByRole("heading", { level: 1 }).textContent).toBe(name);
  // The options of the product have a choice of the same label.
  const choices = terms.getAllByLabelText<HTMLSelectElement>("Offered");
  const ofProduct = choices.filter((choice) => choice.name === "offered");
  expect(ofProduct).toHaveLength(1);
  for (const choice of ofProduct) choice.value = offered;
  const saved = await terms.press("Save");
  expect(saved.text).toContain("Saved. The shop shows it now.");
}

test("Custom that the owner does not offer for a product is no size of it, is refused at its address, and comes back", async () => {
  const owner = await signInOwner(visitor());
  const path = await pathOfProduct("Kaieteur Gown");
  const sizesOf = async () => {
    const product = await visitor().open(path);
    const sizes = product.inside(product.getByRole("group", { name: "Available Sizes" }));
    return sizes.getAllByRole<HTMLInputElement>("radio").map(({ value }) => value);
  };
  const before = await sizesOf();
  expect(before).toContain("Custom");

  await offerToMeasure(owner, "Kaieteur Gown", "no");
  expect(await sizesOf()).toEqual(before.filter((size) => size !== "Custom"));
  const fit = await visitor().open(`${path}/made-to-measure`);
  expect(fit.text).toContain("We cannot make this piece to measure at the moment");
  expect(fit.queryByRole("button", { name: /^Add to Cart/ })).toBeNull();

  await offerToMeasure(owner, "Kaieteur Gown", "");
  expect(await sizesOf()).toEqual(before);
});
