import { expect, test } from "vitest";
import { presetMessage } from "./site-image-messages.ts";

const missing = { categoryName: "Smart Casual", reason: "Category not found" };

// Specification 8.27
test("the presets' toast says how many went, and each that did not with its reason", () => {
  expect(presetMessage({ done: ["a", "b", "c", "d"], failed: [] })).toMatchObject({
    title: "Preset images uploaded",
    description: "Successfully uploaded 4 category images",
  });
  expect(presetMessage({ done: ["a", "b", "c"], failed: [missing] }).description).toBe(
    "Successfully uploaded 3 category images (1 failed). Smart Casual: Category not found.",
  );
});

// Specification 8.25
test("presets that all fail, and a shop that does not answer, are two different sentences", () => {
  expect(presetMessage({ done: [], failed: [missing] })).toMatchObject({
    title: "Upload failed",
    description: "Failed to upload preset category images. Smart Casual: Category not found.",
  });
  expect(presetMessage(null).description).toBe("An error occurred while uploading preset images");
});
