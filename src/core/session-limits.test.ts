import { expect, test } from "vitest";
import type { SessionEnd } from "./session-limits.ts";
import {
  IDLE_LIMITS,
  readSessionEnd,
  SESSION_LIFE,
  SHORTEST_IDLE_S,
  secondsOf,
  sessionEndCode,
  sessionEndMessage,
  sessionHolder,
  sessionLifeMessage,
  sessionLimitsMessage,
} from "./session-limits.ts";

test.each(Object.entries(IDLE_LIMITS))(
  "the idle limit of %s has choices in order, its default among them, and none beyond a session's life",
  (holder, { choices, default: initial, reason }) => {
    const seconds = choices.map((choice) => secondsOf(choice));
    expect(seconds).toEqual(seconds.toSorted((a, b) => a - b));
    expect(choices).toContain(initial);
    const life = secondsOf(SESSION_LIFE[holder === "customer" ? "customer" : "admin"]);
    expect(Math.max(...seconds)).toBeLessThan(life);
    expect(Math.min(...seconds)).toBeGreaterThanOrEqual(SHORTEST_IDLE_S);
    expect(reason).toMatch(/\bbecause\b/);
  },
);

test("an owner who opens measurements has the limit of admins, other staff who open them that of the atelier", () => {
  const admin = { role: "admin", isAtelier: false, isOwner: false } as const;
  expect(sessionHolder(admin)).toBe("admin");
  expect(sessionHolder({ ...admin, isAtelier: true })).toBe("atelier");
  expect(sessionHolder({ ...admin, isAtelier: true, isOwner: true })).toBe("admin");
  expect(sessionHolder({ ...admin, role: "customer" })).toBe("customer");
});

test("the end of a session travels in a URL, and nothing else is read as one", () => {
  const ends: SessionEnd[] = [
    { why: "unused", after: "2 hours" },
    { why: "over", after: "24 hours" },
  ];
  for (const end of ends) expect(readSessionEnd(sessionEndCode(end))).toEqual(end);
  for (const code of [null, "", "unused", "unused-", "unused-7201", "gone-7200", "<b>-7200"]) {
    expect(readSessionEnd(code)).toBeNull();
  }
});

test("the sign-in page says for how long the browser was not used", () => {
  expect(sessionEndMessage({ why: "unused", after: "2 hours" })).toBe(
    "You were signed out because this browser was not used for 2 hours.",
  );
  expect(sessionEndMessage({ why: "over", after: "24 hours" })).toBe(
    "You were signed out because 24 hours have passed since you signed in.",
  );
});

test("pages say how long a session lasts as the server ends it", () => {
  expect(SESSION_LIFE.admin).toBe("24 hours");
  expect(sessionLifeMessage("admin")).toBe("Sessions last 24 hours.");
  expect(sessionLimitsMessage("admin", "2 hours")).toBe(
    "A session ends 24 hours after the sign-in, and earlier when it was not used for 2 hours.",
  );
});
