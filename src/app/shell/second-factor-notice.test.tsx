import { renderToStaticMarkup } from "react-dom/server";
import { createRoutesStub } from "react-router";
import { expect, test } from "vitest";
import type { SecondFactorDuty } from "#features/office/staff/second-factor-duty.ts";
import { SecondFactorNotice } from "./second-factor-notice.tsx";

const until = new Date("2026-12-04T16:00:00Z");
const requested = (daysLeft: number, isQuiet = false): SecondFactorDuty => ({
  kind: "requested",
  until,
  daysLeft,
  isQuiet,
});

function shown(duty: SecondFactorDuty, path: string): string {
  const isFirstPage = path === "/admin";
  const Page = createRoutesStub([
    { path, Component: () => <SecondFactorNotice duty={duty} isFirstPage={isFirstPage} /> },
  ]);
  return renderToStaticMarkup(<Page initialEntries={[path]} />);
}

test("the first page says how many days are left, until when, and offers to set it up or put it off", () => {
  const html = shown(requested(14), "/admin");
  expect(html).toContain("Please set up a second factor: 14 days left");
  expect(html).toContain("4 December 2026, 12:00 in Georgetown");
  expect(html).toContain('href="/admin/account"');
  expect(html).toContain('value="dismiss-offer"');
});

test("other pages say it in the last week only, so that nobody is surprised who comes in elsewhere", () => {
  expect(shown(requested(8), "/admin/orders")).toBe("");
  expect(shown(requested(7), "/admin/orders")).toContain("7 days left");
  expect(shown(requested(1), "/admin/orders")).toContain("1 day left");
});

test("nothing stands there after 'Not now', on the account's own page, and without a duty", () => {
  expect(shown(requested(5, true), "/admin")).toBe("");
  expect(shown(requested(5), "/admin/account")).toBe("");
  expect(shown({ kind: "none" }, "/admin")).toBe("");
  expect(shown({ kind: "required" }, "/admin")).toBe("");
});

test("a second factor that is only offered is offered on the first page", () => {
  expect(shown({ kind: "offered" }, "/admin")).toContain("Protect your account");
  expect(shown({ kind: "offered" }, "/admin/orders")).toBe("");
});
