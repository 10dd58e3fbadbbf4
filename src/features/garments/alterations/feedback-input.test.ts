import { describe, expect, test } from "vitest";
import { fitSectionsOf } from "#features/garments/fit-memory/reported-points.ts";
import { FITS_FIELD, handPointsText, hasProblems, readFeedback } from "./feedback-input.ts";

const read = (fields: Readonly<Record<string, string>>, component: "circleSkirt" | "pencilSkirt") =>
  readFeedback((name) => fields[name] ?? "", fitSectionsOf("skirt", [component]));

describe("a report of a point that no design of the garment moves", () => {
  test("is a note, which the page asks for", () => {
    const [section] = fitSectionsOf("skirt", ["circleSkirt"]);
    expect(section && handPointsText(section)).toBe(
      "Hips: your tailor corrects this by hand. Please write below what is not right.",
    );
    const { feedback, problems } = read({ note: "It pulls over the hips." }, "circleSkirt");
    expect(hasProblems(problems)).toBe(false);
    expect(feedback).toEqual({ points: [], note: "It pulls over the hips." });
  });

  test("is never read as an amount", () => {
    const fields = { "way-hips": "small", "amount-hips": "10", note: "" };
    expect(read(fields, "circleSkirt").feedback.points).toEqual([]);
    expect(hasProblems(read(fields, "circleSkirt").problems)).toBe(true);
    expect(read(fields, "pencilSkirt").feedback.points).toEqual([{ point: "hips", mm: -10 }]);
  });
});

test("of a garment whose points can all be reported a note alone says nothing about the fit", () => {
  const [section] = fitSectionsOf("skirt", ["pencilSkirt"]);
  expect(section && handPointsText(section)).toBeNull();
  expect(hasProblems(read({ note: "Lovely." }, "pencilSkirt").problems)).toBe(true);
  expect(hasProblems(read({ note: "Lovely.", [FITS_FIELD]: "yes" }, "pencilSkirt").problems)).toBe(
    false,
  );
});
