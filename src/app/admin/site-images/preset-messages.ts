import type { PresetOutcome } from "#features/media/upload-presets.server.ts";
import type { ToastInput } from "#ui/toast-store.ts";

/** The toast for the presets (specification 8): how many, and of those that failed each with its reason; null when the shop did not answer. */
export function presetMessage(outcome: PresetOutcome | null): ToastInput {
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
