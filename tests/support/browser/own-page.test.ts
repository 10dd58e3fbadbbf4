import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { isOwnPage, TITLES_OF_PANELS } from "./own-page.ts";

test.each([200, 404, 410, 422])("a page that its route shows with %i is its own", (status) => {
  expect(isOwnPage({ status, titles: ["This link is over"] })).toBe(true);
});

test.each([0, 403, 429, 500, 503])(
  "whatever is shown with %i is not a page of its route",
  (status) => {
    expect(isOwnPage({ status, titles: ["Your order"] })).toBe(false);
  },
);

test.each([200, 404])("a panel that stands in for a page with %i is not the page", (status) => {
  for (const title of TITLES_OF_PANELS)
    expect(isOwnPage({ status, titles: [title] }), title).toBe(false);
});

test("the titles of the panels are those that the shop shows", () => {
  const panels = ["error-screen.tsx", "admin-page.tsx"]
    .map((file) => readFileSync(`src/app/shell/${file}`, "utf8"))
    .join();
  for (const title of TITLES_OF_PANELS) expect(panels).toContain(title);
});
