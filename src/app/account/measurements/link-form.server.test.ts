import { describe, expect, test } from "vitest";
import { keepField, readingField } from "#app/components/measuring/reading-fields.ts";
import { openLink, startMeasuring } from "#features/body/links/measure-by-link.server.ts";
import { LINK_CONSENT } from "#features/body/links/measurement-link.ts";
import { createGroup, createLink } from "#features/body/links/sent-links.server.ts";
import type { MeasurementName } from "#features/body/measurement/measurement-definitions.ts";
import { newestReading } from "#features/body/measurement/measurement-profile.ts";
import { readingsNeeded } from "#features/body/measurement/required-measurements.ts";
import { accountSuite } from "#tests/support/account-suite.ts";
import { measurePlain, plainTexts } from "./link-form.server.ts";

const bench = accountSuite();

/** What a skirt needs, as the fields of the form. */
const TEXTS: Partial<Record<MeasurementName, string>> = {
  height: "166",
  waist: "74",
  seat: "98",
  waistToHips: "11.5",
  waistToSeat: "20",
  waistToKnee: "58",
  hips: "94",
  waistToFloor: "104",
};

const fieldsOf = (texts: Partial<Record<MeasurementName, string>>) =>
  Object.fromEntries(
    Object.entries(texts).flatMap(([name, text]) => {
      const measured = name as MeasurementName;
      return Array.from({ length: readingsNeeded(measured) }, (_, reading) => [
        readingField(measured, reading),
        text,
      ]);
    }),
  );

let links = 0;

async function begin() {
  links += 1;
  const actor = await bench.customer(`asha${links}@example.com`);
  const group = await createGroup(bench, {
    actor,
    submitted: { name: "Wedding", garment: "skirt" },
  });
  if (!group.ok) throw new Error(group.error);
  const submitted = { personName: "Bibi" };
  const link = await createLink(bench, { actor, groupId: group.value, submitted });
  if (!link.ok) throw new Error(link.error);
  const token = link.value.path.split("/").at(-1) ?? "";
  const { version } = LINK_CONSENT;
  const started = await startMeasuring(bench, { token, consentVersion: version });
  if (!started.ok) throw new Error(started.error);
  const own = { token, code: started.value.code };
  const send = (
    texts: Record<string, string>,
    intent = "plain-finish",
    unit = "cm",
    shownIn = "cm",
  ) => measurePlain(bench, own, { ...texts, intent, unit, shownIn });
  const opened = async () => {
    const found = await openLink(bench, own);
    if (!found.ok) throw new Error(found.error);
    return found.value;
  };
  const person = async () => {
    const { profile } = await opened();
    if (!profile) throw new Error("Nothing is stored");
    return profile;
  };
  return { own, send, opened, person };
}

describe("measuring by link in a browser without JavaScript", () => {
  test("a whole form finishes, with every reading from the link", async () => {
    const { opened, person, send } = await begin();
    expect(await send(fieldsOf(TEXTS))).toEqual({ kind: "finished" });
    expect((await opened()).state).toBe("done");
    const { readings } = await person();
    const seat = { value: 980, entered: "98", source: "link" };
    expect(readings.seat).toMatchObject([seat, seat]);
    expect(readings.waistToHips?.map(({ value }) => value)).toEqual([115, 115]);
  });

  test("what can be read is stored although another text cannot, and nothing is finished", async () => {
    const { opened, person, send } = await begin();
    const outcome = await send(fieldsOf({ ...TEXTS, seat: "wide" }));
    expect(outcome).toEqual({
      kind: "open",
      problems: {
        [readingField("seat", 0)]: ["Please enter a number, such as 98.5."],
        [readingField("seat", 1)]: ["Please enter a number, such as 98.5."],
      },
    });
    expect((await opened()).state).toBe("measuring");
    expect((await person()).readings.waist).toMatchObject([{ value: 740 }, { value: 740 }]);
  });

  test("what is missing is named, and left out on purpose it stops without being done", async () => {
    const { opened, send } = await begin();
    const { waistToKnee: _, ...others } = TEXTS;
    expect(await send(fieldsOf(others), "plain-save")).toEqual({ kind: "saved" });
    expect(await send(fieldsOf(others))).toEqual({
      kind: "open",
      problems: { [readingField("waistToKnee", 0)]: ["Please measure this and enter it."] },
    });
    expect((await opened()).state).toBe("measuring");
    expect(await send({ ...fieldsOf(others), rest: "on" })).toEqual({ kind: "stopped" });
    expect((await opened()).state).toBe("measuring");
  });

  test("nothing at all cannot be finished", async () => {
    const { send } = await begin();
    expect(await send({ rest: "on" })).toEqual({ kind: "refused", error: "not_measured" });
  });

  test("a value in the wrong unit is asked about, and stays when the person says that it is right", async () => {
    const { person, send } = await begin();
    const texts = fieldsOf({ ...TEXTS, seat: "39" });
    const outcome = await send(texts);
    expect(outcome).toMatchObject({ kind: "open" });
    const [question] = (outcome.kind === "open" && outcome.problems[keepField("seat")]) || [];
    expect(question).toMatch(/^This looks like inches\. Did you mean 99\.1 cm\?/);
    // The hips still do not fit a seat of 39 cm, so there is something left to look at.
    expect(await send({ ...texts, [keepField("seat")]: "39 39" })).toEqual({ kind: "stopped" });
    expect(newestReading(await person(), "seat")).toMatchObject({ value: 390, confirmed: true });
  });

  test("texts that nobody changed add no reading, also when the unit is changed", async () => {
    const { person, send } = await begin();
    await send(fieldsOf({ ...TEXTS, waist: "74.3" }), "plain-save");
    const before = await person();
    const shown = plainTexts(before, Object.keys(TEXTS) as MeasurementName[]);
    expect(shown.unit).toBe("cm");
    for (const [unit, shownIn] of [
      ["inches", "cm"],
      ["cm", "cm"],
    ] as const) {
      await send(shown.texts, "plain-save", unit, shownIn);
      expect(await person()).toEqual(before);
    }
  });

  test("one of two readings is corrected with both of them", async () => {
    const { person, send } = await begin();
    const first = readingField("waistToHips", 0);
    const second = readingField("waistToHips", 1);
    const wrong = { ...fieldsOf(TEXTS), [second]: "15" };
    const outcome = await send(wrong);
    expect(outcome).toMatchObject({ kind: "open" });
    expect(await send({ ...wrong, [first]: "11.5", [second]: "12" })).toEqual({ kind: "finished" });
    const texts = plainTexts(await person(), ["waistToHips"]).texts;
    expect(texts).toEqual({ [first]: "11.5", [second]: "12" });
  });

  test("another code stores nothing", async () => {
    const { own } = await begin();
    const strange = { token: own.token, code: "AAAAAAAAAA" };
    const sent = { ...fieldsOf(TEXTS), intent: "plain-save", unit: "cm" };
    expect(await measurePlain(bench, strange, sent)).toEqual({
      kind: "refused",
      error: "not_found",
    });
  });
});
