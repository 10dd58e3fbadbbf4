import { describe, expect, test } from "vitest";
import { checkMeasurementFile } from "./check-measurement-file.server.ts";

describe("checking a file of measurements", () => {
  test("every row gets a line with what is stopped and what is questioned; cells may be empty", () => {
    const file =
      "sex,height,weight,chest,seat\nf,1660,68,960,1020\nf,1660,,38,\n\nm,1660,68,960,\n";
    expect(checkMeasurementFile(file)).toEqual({
      ok: true,
      value: [
        { row: 1, stops: [], asks: [] },
        { row: 2, stops: ["chest"], asks: [] },
        { row: 3, stops: [], asks: [] },
        { row: 4, stops: [], asks: [] },
      ],
    });
  });

  test("unknown and repeated columns and unreadable numbers are all reported, and nothing is checked", () => {
    const columns = checkMeasurementFile("height,colour,height\n1660,red,1\n");
    expect(columns).toMatchObject({ ok: false });
    if (!columns.ok) {
      expect(columns.error[0]).toContain('Unknown column "colour"');
      expect(columns.error[1]).toBe('The column "height" is there twice.');
    }
    expect(checkMeasurementFile("height,chest\n1660,96 cm\n16O0,Infinity\n")).toEqual({
      ok: false,
      error: [
        'Row 1, chest: "96 cm" is not a number (mm or kg, with a point: 70.5).',
        'Row 2, height: "16O0" is not a number (mm or kg, with a point: 70.5).',
        'Row 2, chest: "Infinity" is not a number (mm or kg, with a point: 70.5).',
      ],
    });
    expect(checkMeasurementFile("").ok).toBe(false);
    expect(checkMeasurementFile("height,chest\n1,2,3\n").ok).toBe(false);
  });
});
