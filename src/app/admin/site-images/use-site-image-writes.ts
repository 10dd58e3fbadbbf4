import { useState } from "react";
import { useRevalidator } from "react-router";
import { sendWrite } from "#app/web/admin-send-write.ts";
import { uploadTargetText } from "#features/media/site-images.ts";
import type { PresetOutcome } from "#features/media/upload-presets.server.ts";
import { showToast } from "#ui/toast-store.ts";
import { presetMessage } from "./preset-messages.ts";
import type { SiteImageLocation } from "./show-on-site.server.ts";

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
