import { expect, test } from "vitest";
import { uploadEndMessage } from "./upload-queue.browser.ts";

const file = new File(["x"], "gown.png", { type: "image/png" });
const arrived = { ok: true, mediaId: "1" } as const;
const lost = { ok: false, text: "The connection was lost.", isLost: true } as const;

// Specification 8.25
test("an upload says how it ended in the specification's words, for each place it is for", () => {
  const hero = { file, target: { kind: "hero", pageName: "shop" } } as const;
  const category = { file, target: { kind: "category", categoryId: "1" } } as const;
  const library = { file, target: { kind: "library" } } as const;
  expect(uploadEndMessage(library, arrived).title).toBe("gown.png uploaded successfully!");
  expect(uploadEndMessage(hero, arrived)).toMatchObject({
    title: "Image uploaded",
    description: "Hero image has been updated successfully",
  });
  expect(uploadEndMessage(category, arrived).description).toBe(
    "Category image has been updated successfully",
  );
  expect(uploadEndMessage(library, lost).title).toBe("Failed to upload media");
  expect(uploadEndMessage(hero, lost)).toEqual({
    kind: "error",
    title: "Upload failed",
    description: "Failed to upload image. The connection was lost.",
  });
});
