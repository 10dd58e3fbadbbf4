import { describe, expect, test } from "vitest";
import { secretKeyHint, shownStripeMode, stripeModeOf, validateStripeKeys } from "./stripe-keys.ts";

describe("a pair of keys", () => {
  const validate = (publishableKey: string, secretKey: string, stored?: "test" | "live") =>
    validateStripeKeys({ publishableKey, secretKey, stored: stored ? { mode: stored } : null });

  test.each([
    ["pk_test_1", "sk_test_1"],
    ["pk_live_1", "sk_live_1"],
    ["pk_live_1", "rk_live_1"],
    ["own_1", "own_2"],
    // Specification 5.37, 5.38
  ])("%s and %s go together", (publishable, secret) => {
    expect(validate(publishable, secret)).toBeNull();
  });

  test.each([
    ["", ""],
    ["pk_test_1", ""],
    ["", "sk_test_1"],
    // Specification 5.35
  ])("%j and %j are not both there", (publishable, secret) => {
    expect(validate(publishable, secret)).toBe("missing_keys");
  });

  test.each([
    ["pk_test_1", "sk_live_1"],
    ["pk_live_1", "sk_test_1"],
    ["pk_live_1", "own_1"],
    // Specification 5.36
  ])("%s and %s are of two modes", (publishable, secret) => {
    expect(validate(publishable, secret)).toBe("key_mismatch");
  });

  test("an empty secret key stands for the stored one, whose mode counts", () => {
    expect(validate("pk_test_2", "", "test")).toBeNull();
    expect(validate("pk_live_2", "", "test")).toBe("key_mismatch");
  });

  // Specification 5.38
  test("a secret key never goes into the field that everybody may read", () => {
    expect(validate("sk_test_1", "sk_test_1")).toBe("secret_in_public");
    expect(validate("rk_live_1", "sk_live_1")).toBe("secret_in_public");
  });

  test("what holds spaces or line ends is no key", () => {
    expect(validate("pk_test_1 2", "sk_test_1")).toBe("bad_key");
    expect(validate("pk_test_1", "sk_test_1\nX: y")).toBe("bad_key");
  });
});

// Specification 4.28
test("the mode is read from the prefix, and is test as long as no key says live", () => {
  expect(stripeModeOf("pk_live_1")).toBe("live");
  expect(stripeModeOf("constructor")).toBeNull();
  expect(shownStripeMode("")).toBe("test");
  expect(shownStripeMode("pk_live_1")).toBe("live");
});

test("the hint gives the prefix and the last four letters, of a short key not even those", () => {
  expect(secretKeyHint("sk_live_51NabcdefghijklmnopWXYZ")).toBe("sk_live_••••WXYZ");
  expect(secretKeyHint("sk_test_1234")).toBe("sk_test_••••");
  expect(secretKeyHint("nonsense")).toBe("••••");
});
