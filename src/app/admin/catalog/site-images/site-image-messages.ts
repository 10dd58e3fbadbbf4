import type { ActionNotice, ActionRefusal } from "#app/web/admin-action.ts";
import type { PresetOutcome } from "#features/base/media/set-site-image.server.ts";

/** Counts presets and lists the reason of each failure (specification 8); null means no response. */
export function presetMessage(outcome: PresetOutcome | null): ActionNotice {
  if (!outcome) {
    const description = "An error occurred while uploading preset images";
    return { kind: "error", title: "Upload failed", description };
  }
  const { done, failed } = outcome;
  const reasons = failed.map(({ categoryName, reason }) => ` ${categoryName}: ${reason}.`).join("");
  if (done.length === 0) {
    const description = `Failed to upload preset category images.${reasons}`;
    return { kind: "error", title: "Upload failed", description };
  }
  const count = `Successfully uploaded ${done.length} category images`;
  const description = failed.length > 0 ? `${count} (${failed.length} failed).${reasons}` : count;
  return { kind: "success", title: "Preset images uploaded", description };
}

/** The messages are keyed by the kind of page (specification 8). */
export const SHOWN_MESSAGES = {
  category: "Category image has been updated successfully",
  hero: "Hero image has been updated successfully",
};

export function siteImageRefusal(intent: string): ActionRefusal {
  if (intent === "upload-preset-images") return { notice: presetMessage(null) };
  return {
    notice: { kind: "error", title: "Upload failed", description: "Failed to upload image" },
  };
}
