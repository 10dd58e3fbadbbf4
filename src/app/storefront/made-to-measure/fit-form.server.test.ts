import { describe, expect, test } from "vitest";
import { readFields } from "#app/web/form-fields.ts";
import { choiceField } from "#features/garments/specification/fit-draft.ts";
import { fitForm } from "./fit-form.server.ts";

/** What the page's own fields hold, with and without its script. */
const PAGE = {
  fit: "easy",
  monogram: "AB",
  remarks: "A watch on the left",
  [choiceField("cloth")]: "linen",
  [choiceField("lining")]: "",
};

function read(fields: Record<string, string>) {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  return readFields(form, fitForm);
}

describe("the form of a garment that is made to measure", () => {
  test("is the same with and without the page's script, the person apart", () => {
    const withScript = read({ ...PAGE, profile: '{"id":"asha"}', link: "" });
    const withoutScript = read({
      ...PAGE,
      intent: "plain",
      unit: "inches",
      "reading-waist-0": "31",
    });
    const { profile, ...chosen } = withScript.submitted;
    expect(profile).toBe('{"id":"asha"}');
    expect(withoutScript.submitted).toEqual({ ...chosen, profile: undefined });
    expect(chosen).toEqual({
      fit: "easy",
      monogram: "AB",
      remarks: "A watch on the left",
      link: "",
      choices: { cloth: "linen" },
    });
  });

  test("keeps the choices of a page that was opened before the shop was updated", () => {
    const { submitted } = read({ fit: "easy", choices: '{"cloth":"linen"}' });
    expect(submitted.choices).toBe('{"cloth":"linen"}');
  });

  test("has a text for each reading, in the unit that was chosen", () => {
    const { person, readings } = read({
      person: " ",
      unit: "inches",
      "reading-waist-0": " 31 1/2",
    });
    expect(person).toBe("Me");
    expect(readings.unit).toBe("inches");
    expect(readings.texts["reading-waist-0"]).toBe(" 31 1/2");
  });

  test("is read whatever is missing, repeated or unreadable", () => {
    expect(read({ unit: "cubits" })).toMatchObject({
      intent: "",
      line: "",
      readings: { unit: "cm" },
      submitted: { choices: {}, link: "", monogram: "", remarks: "" },
    });
  });
});
