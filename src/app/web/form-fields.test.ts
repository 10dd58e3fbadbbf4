import { describe, expect, test } from "vitest";
import { z } from "zod";
import {
  allTexts,
  buttonText,
  isSent,
  parseFields,
  postedFiles,
  pressedButton,
  readFields,
  shownVersion,
  textsByName,
} from "./form-fields.ts";

type Entry = readonly [string, string | File];

function formOf(...entries: readonly Entry[]): FormData {
  const form = new FormData();
  for (const [name, value] of entries) form.append(name, value);
  return form;
}

const buttons = z.object({ intent: buttonText, version: shownVersion, isAccepted: isSent });

describe("the fields that a page writes itself", () => {
  test("are read in their types", () => {
    const form = formOf(["intent", "save"], ["version", "7"], ["isAccepted", "on"]);
    expect(readFields(form, buttons)).toEqual({ intent: "save", version: 7, isAccepted: true });
    expect(pressedButton(form)).toBe("save");
  });

  test("have a value also where they are missing, repeated, a file or unreadable", () => {
    const nothing = { intent: "", version: 0, isAccepted: false };
    expect(readFields(formOf(), buttons)).toEqual(nothing);
    const odd = formOf(
      ["intent", "save"],
      ["intent", "delete"],
      ["version", "soon"],
      ["version.x", "1"],
    );
    expect(readFields(odd, buttons)).toEqual({ ...nothing, intent: "save" });
    expect(pressedButton(formOf(["intent", new File(["x"], "intent.txt")]))).toBe("");
  });

  test("are read also from a form whose button edits the rows of a list", () => {
    const edit = JSON.stringify({ type: "insert", payload: { name: "links" } });
    const form = formOf(["intent", "save"], ["__intent__", edit]);
    expect(parseFields(form, buttons).status).toBeUndefined();
    expect(pressedButton(form)).toBe("save");
  });

  test("that no page of the shop sends are answered with 400", () => {
    const choice = z.object({ to: z.enum(["left", "right"]) });
    const refusal = expect.objectContaining({ init: { status: 400 } });
    expect(() => readFields(formOf(["to", "up"]), choice)).toThrow(refusal);
  });
});

describe("the texts of a form", () => {
  test("are shown again by the full names of their fields", () => {
    const form = formOf(["fit", "easy"], ["option.chest.ease", "0.1"], ["empty", ""]);
    expect(readFields(form, allTexts)).toEqual({
      fit: "easy",
      "option.chest.ease": "0.1",
      empty: "",
    });
  });

  test("leave out files and names that came twice", () => {
    const form = formOf(["twice", "1"], ["twice", "2"], ["file", new File(["x"], "x.txt")]);
    expect(readFields(form, allTexts)).toEqual({});
  });

  test("are read by what comes after a common word", () => {
    const cut = z.object({ cut: textsByName });
    expect(readFields(formOf(["cut.roll-1", "3.25"], ["cut.roll-2", ""]), cut)).toEqual({
      cut: { "roll-1": "3.25", "roll-2": "" },
    });
    expect(readFields(formOf(["cut", "3.25"]), cut)).toEqual({ cut: {} });
  });
});

test("one file, several files and none are a list of files", () => {
  const images = z.object({ images: postedFiles });
  const file = (name: string): Entry => ["images", new File(["x"], name)];
  const namesOf = (form: FormData) => readFields(form, images).images.map(({ name }) => name);
  expect(namesOf(formOf())).toEqual([]);
  expect(namesOf(formOf(file("one.png")))).toEqual(["one.png"]);
  expect(namesOf(formOf(file("one.png"), file("two.png")))).toEqual(["one.png", "two.png"]);
  expect(namesOf(formOf(["images", "no file"]))).toEqual([]);
});
