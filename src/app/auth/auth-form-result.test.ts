import { describe, expect, test } from "vitest";
import { resultOrFallback, tabOf, tooManyAttemptsMessage } from "./auth-form-result.ts";

describe("the wait after too many attempts", () => {
  test.each([
    [1, "a second"],
    [45, "45 seconds"],
    [89, "89 seconds"],
    [90, "2 minutes"],
    [3600, "60 minutes"],
  ])("of %i seconds is told in words", (seconds, words) => {
    expect(tooManyAttemptsMessage(seconds)).toBe(
      `Too many attempts. Please wait ${words} and try again.`,
    );
  });
});

test("an address without a known tab shows the login", () => {
  expect(tabOf(new URLSearchParams("tab=create-account"))).toBe("create-account");
  expect(tabOf(new URLSearchParams("tab=nonsense"))).toBe("login");
  expect(tabOf(new URLSearchParams())).toBe("login");
});

describe("a form that is sent", () => {
  const otherwise = (message: string | null) => message ?? "Failed to sign in";

  test("gets the server's answer", async () => {
    expect(await resultOrFallback(async () => "answer", otherwise)).toBe("answer");
  });

  test("gets an answer when the network is gone", async () => {
    const send = () => Promise.reject(new TypeError("Failed to fetch"));
    expect(await resultOrFallback(send, otherwise)).toBe("Failed to sign in");
  });

  test("is led on where the server leads", async () => {
    const redirect = new Response(null, { status: 302 });
    await expect(resultOrFallback(() => Promise.reject(redirect), otherwise)).rejects.toBe(
      redirect,
    );
  });
});
