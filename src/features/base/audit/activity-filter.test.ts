import { expect, test } from "vitest";
import { activityQuery, readActivityFilter } from "./activity-filter.ts";

const read = (query: string) => readActivityFilter(new URLSearchParams(query));

test("the address and the filter say the same", () => {
  const person = "8a6e0804-2bd0-4672-b79d-d97027f9071a";
  const query = `?subject=hero+picture&thing=home&person=${person}&q=Rosa&from=2026-11-01&to=2026-11-20&page=3`;
  expect(activityQuery(read(query))).toBe(query);
  expect(activityQuery(read(""))).toBe("");
});

test("what makes no sense is left out", () => {
  expect(read("subject=secrets&thing=%00&person=me&page=-1")).toEqual({
    subject: null,
    thing: "",
    person: null,
    search: "",
    from: "",
    to: "",
    page: 1,
  });
});
