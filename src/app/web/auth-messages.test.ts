import { describe, expect, test } from "vitest";
import { tabOf, tooManyAttemptsMessage } from "./auth-messages.ts";

describe("the wait after too many attempts", () => {
  test.each([
    [1, "a second"],
    [45, "45 seconds"],
    [89, "89 seconds"],
    [90, "2 minutes"],
    [3600, "60 minutes"],
  ])("of %i seconds is given in minutes from 90 seconds on", (seconds, message) => {
    expect(tooManyAttemptsMessage(seconds)).toBe(
      `Too many attempts. Please wait ${message} and try again.`,
    );
  });
});

test("a URL without a known tab shows the login", () => {
  expect(tabOf(new URLSearchParams("tab=create-account"))).toBe("create-account");
  expect(tabOf(new URLSearchParams("tab=nonsense"))).toBe("login");
  expect(tabOf(new URLSearchParams())).toBe("login");
});
