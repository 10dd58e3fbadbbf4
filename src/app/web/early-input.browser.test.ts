import { JSDOM } from "jsdom";
import { expect, test } from "vitest";
import { SCRIPT_RUNS_EVENT } from "./script-runs.ts";
import startPage from "./start-page.browser.ts?program";

const FORM = `<form>
  <input name="name" value="" /><input name="price" type="number" value="5" />
  <textarea name="text">As it was</textarea>
  <select name="category"><option value="">None</option><option value="a" selected>A</option><option value="b">B</option></select>
  <select name="gender"><option>Female</option><option>Male</option></select>
  <input name="small" type="checkbox" /><input name="large" type="checkbox" checked />
  <input name="kind" type="radio" value="one" checked /><input name="kind" type="radio" value="two" />
  <input name="token" type="hidden" value="t" />
</form>`;

/**
 * A page whose first script runs, and what its fields report from the moment at which the page's own script runs. `overwrite` is what a
 * component that controls the fields does then.
 */
function openPage() {
  const { window } = new JSDOM(`<html><head></head><body>${FORM}</body></html>`, {
    runScripts: "outside-only",
    url: "https://shop.example/",
  });
  const { document } = window;
  const field = <Element extends HTMLElement = HTMLInputElement>(selector: string) =>
    document.querySelector<Element>(selector) ?? expect.fail(selector);
  const reported: string[] = [];
  const report = ({ target, type }: Event) => {
    const { checked, name, type: kind, value } = target as HTMLInputElement;
    const isBox = kind === "checkbox" || kind === "radio";
    reported.push(`${type} ${name} ${isBox && kind === "checkbox" ? checked : value}`);
  };
  return {
    field,
    reported,
    run: () =>
      window.eval(
        `(()=>{window.PerformanceObserver = class { observe() {} };${startPage}program([])})()`,
      ),
    type(selector: string, value: string, event = "input") {
      field(selector).value = value;
      field(selector).dispatchEvent(new window.Event(event, { bubbles: true }));
    },
    scriptRuns() {
      for (const type of ["input", "change"]) document.addEventListener(type, report);
      document.dispatchEvent(new window.Event(SCRIPT_RUNS_EVENT));
      return reported;
    },
  };
}

test("what was entered before the script runs is reported to it again", () => {
  const { field, reported, run, scriptRuns, type } = openPage();
  type("[name=text]", "Before the first script");
  run();
  type("[name=name]", "Rosa");
  type("[name=category]", "b", "change");
  field("[name=small]").click();
  field("[name=large]").click();
  field("[name=kind][value=two]").click();
  scriptRuns();
  expect(reported.filter((line) => line.startsWith("input")).toSorted()).toEqual(
    [
      "input kind two",
      "input large false",
      "input name Rosa",
      "input small true",
      "input text Before the first script",
    ].toSorted(),
  );
  expect(reported).toContain("change category b");
  expect(field("[name=kind][value=two]").checked).toBe(true);
  expect(field("[name=large]").checked).toBe(false);
});

test("a field that nobody touched, or that left the page, is left alone", () => {
  const { field, run, scriptRuns, type } = openPage();
  run();
  type("[name=name]", "Rosa");
  field("[name=name]").remove();
  expect(scriptRuns()).toEqual([]);
});

test("a text that a component has overwritten is written again, and an emptied one stays empty", () => {
  const { field, run, scriptRuns, type } = openPage();
  run();
  type("[name=name]", "Rosa");
  type("[name=text]", "");
  field("[name=name]").value = "";
  field("[name=text]").value = "As it was";
  scriptRuns();
  expect(field("[name=name]").value).toBe("Rosa");
  expect(field("[name=text]").value).toBe("");
});
