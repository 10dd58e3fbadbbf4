import { expect, test } from "vitest";
import { BUILT_IN_VIEWS, readViewName, viewQuery } from "./order-view.ts";

test("a view keeps the filters and the order of the list in one notation, but not the page", () => {
  expect(viewQuery("?page=4&sort=oldest&status=completed&color=red")).toBe(
    "status=completed&sort=oldest",
  );
  expect(viewQuery("?page=2")).toBe("");
});

test("a view needs a unique name that fits a tab", () => {
  expect(readViewName("  Christmas   gifts ")).toEqual({ ok: true, value: "Christmas gifts" });
  expect(readViewName(" \u200b ")).toEqual({ ok: false, error: "Name is required" });
  expect(readViewName("x".repeat(41))).toMatchObject({ ok: false });
  for (const { name } of BUILT_IN_VIEWS) {
    expect(readViewName(name.toUpperCase())).toEqual({
      ok: false,
      error: "This name is already used",
    });
  }
});
