import { expect, test } from "vitest";
import { keysNotSavedWords, notSavedWords } from "./settings-words.ts";

test("a shop that does not answer and a refusal with a reason or without are three sentences", () => {
  expect(notSavedWords("failed")).toMatchObject({
    title: "Error saving settings",
    description: "Failed to save settings",
  });
  expect(notSavedWords("bad_span").description).toBe(
    "Failed to save settings: The most days cannot be fewer than the least",
  );
  expect(notSavedWords("whatever").description).toBe("Failed to save settings: Unknown error");
});

test("keys that are not both there or of two modes are told in the specification's words", () => {
  expect(keysNotSavedWords("missing_keys")).toEqual({
    kind: "error",
    title: "Missing Keys",
    description: "Both Stripe publishable and secret keys are required",
  });
  const mismatch = keysNotSavedWords("key_mismatch");
  expect(mismatch.title).toBe("Key Mismatch Error");
  expect(mismatch.description).toContain(
    "Your publishable and secret keys don't match the same mode (test/live)",
  );
  expect(keysNotSavedWords("failed").description).toBe("Failed to save settings");
});
