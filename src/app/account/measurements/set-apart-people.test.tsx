import { renderToStaticMarkup } from "react-dom/server";
import { createRoutesStub } from "react-router";
import { expect, test } from "vitest";
import type { SetApart } from "#features/body/measurement/set-apart-people.server.ts";
import { SetApartHint } from "./set-apart-people.tsx";

const vaughn = { id: "0198f000-0000-7000-8000-000000000001", name: "Vaughn" };
const unreadable = { id: "0198f000-0000-7000-8000-000000000002", name: null };
const wedding = { id: "0198f000-0000-7000-8000-000000000003", name: "Wedding of Asha" };

function written(setApart: SetApart): string {
  const Page = createRoutesStub([{ path: "/", Component: () => <SetApartHint {...setApart} /> }]);
  return renderToStaticMarkup(<Page />);
}

test.each([
  [{ people: [vaughn], groups: [] }, "1 measured person was in this account"],
  [{ people: [vaughn, unreadable], groups: [] }, "2 measured people were in this account"],
  [{ people: [], groups: [wedding] }, "1 group of links was in this account"],
  [
    { people: [vaughn], groups: [wedding] },
    "1 measured person and 1 group of links were in this account",
  ],
])(
  "the account's first page says how much is set apart, and leads to the question",
  (setApart, said) => {
    const html = written(setApart);
    expect(html).toContain(said);
    expect(html).toContain('href="/profile/measurements#set-apart"');
    // The names are a stranger's until she answers, and stand beside the question alone.
    expect(html).not.toContain("Vaughn");
    expect(html).not.toContain("Wedding of Asha");
  },
);

test("the account's first page says nothing while nothing is set apart", () => {
  expect(written({ people: [], groups: [] })).toBe("");
});
