import { expect, test } from "vitest";
import { keysSaveFailedMessage, saveFailedMessage } from "./settings-messages.ts";

// Specification 7.42, 8.16
test("a shop that does not answer and a refusal with a reason or without are three sentences", () => {
  expect(saveFailedMessage("failed")).toMatchObject({
    title: "Error saving settings",
    description: "Failed to save settings",
  });
  expect(saveFailedMessage("bad_span").description).toBe(
    "Failed to save settings: The maximum days cannot be fewer than the minimum",
  );
  expect(saveFailedMessage("whatever").description).toBe("Failed to save settings: Unknown error");
});

// Specification 5.36
test("a missing key and keys of two modes get the specification's messages", () => {
  expect(keysSaveFailedMessage("missing_keys")).toEqual({
    kind: "error",
    title: "Missing Keys",
    description: "Both Stripe publishable and secret keys are required",
  });
  const mismatch = keysSaveFailedMessage("key_mismatch");
  expect(mismatch.title).toBe("Key Mismatch Error");
  expect(mismatch.description).toContain(
    "Your publishable and secret keys don't match the same mode (test/live)",
  );
  expect(keysSaveFailedMessage("failed").description).toBe("Failed to save settings");
});
