import { sendUpload } from "#features/media/send-upload.browser.ts";
import { UploadQueue } from "#features/media/upload-queue.ts";
import { showToast } from "#ui/toast-store.ts";
import { uploadEndMessage } from "./upload-end-messages.ts";

const endWatchers = new Set<() => void>();

/** The uploads of this window; they go on while the owner looks at other tabs of the dashboard. */
export const uploadQueue = new UploadQueue({
  send: sendUpload,
  onEnd(entry, end) {
    showToast(uploadEndMessage(entry, end));
    if (end.ok) for (const watcher of endWatchers) watcher();
  },
});

/** Calls back whenever the shop has taken a file in; answers how to stop. */
export function watchUploads(watcher: () => void): () => void {
  endWatchers.add(watcher);
  return () => endWatchers.delete(watcher);
}
