import { useState } from "react";
import { useRevalidator } from "react-router";
import { sendWrite } from "#app/web/admin-send-write.ts";
import { uploadTargetText } from "#features/media/site-images.ts";
import type { PresetOutcome } from "#features/media/upload-presets.server.ts";
import type { ToastInput } from "#ui/toast-store.ts";
import { showToast } from "#ui/toast-store.ts";
import type { SiteImageLocation } from "./show-on-site.server.ts";

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

const shownWords = {
  category: "Category image has been updated successfully",
  hero: "Hero image has been updated successfully",
};

/** What can be done to the site's pictures beside uploading; each says what it did in the words of specification 8. */
export function useSiteImageWrites() {
  const { revalidate } = useRevalidator();
  const [busy, setBusy] = useState(false);

  async function write<Value>(path: string, body: unknown) {
    setBusy(true);
    const answer = await sendWrite<Value, string>(`/admin/site-images/${path}`, body);
    setBusy(false);
    void revalidate();
    return answer;
  }

  return {
    busy,
    async show(target: SiteImageLocation, mediaId: string): Promise<void> {
      const answer = await write("set", { target: uploadTargetText(target), mediaId });
      if (answer.ok) {
        showToast({
          kind: "success",
          title: "Image uploaded",
          description: shownWords[target.kind],
        });
      } else {
        showToast({ kind: "error", title: "Upload failed", description: "Failed to upload image" });
      }
    },
    async takePresets(): Promise<void> {
      const answer = await write<PresetOutcome>("presets", { presets: "all" });
      showToast(presetMessage(answer.ok ? answer.value : null));
    },
  };
}
