import { sendUpload } from "#features/base/media/send-upload.browser.ts";
import type { UploadEnd, UploadEntry } from "#features/base/media/upload-queue.ts";
import { UploadQueue } from "#features/base/media/upload-queue.ts";
import type { ToastInput } from "#ui/toast-store.ts";
import { showToast } from "#ui/toast-store.ts";

const doneMessages = {
  hero: "Hero image has been updated successfully",
  category: "Category image has been updated successfully",
};

/** Says in a toast how an upload ended (specification 8). */
export function uploadEndMessage(
  { file, target }: Pick<UploadEntry, "file" | "target">,
  end: UploadEnd,
): ToastInput {
  const isLibrary = target.kind === "library";
  if (!end.ok) {
    const title = isLibrary ? "Failed to upload media" : "Upload failed";
    const reason = isLibrary ? `${file.name}: ${end.text}` : `Failed to upload image. ${end.text}`;
    return { kind: "error", title, description: reason };
  }
  if (isLibrary) return { kind: "success", title: `${file.name} uploaded successfully!` };
  return { kind: "success", title: "Image uploaded", description: doneMessages[target.kind] };
}

const endWatchers = new Set<() => void>();

/** Uploads continue on other tabs of the dashboard. */
export const uploadQueue = new UploadQueue({
  send: sendUpload,
  onEnd(entry, end) {
    showToast(uploadEndMessage(entry, end));
    if (end.ok) for (const watcher of endWatchers) watcher();
  },
});

/** Calls back when the shop has stored a file; returns an unsubscribe function. */
export function watchUploads(watcher: () => void): () => void {
  endWatchers.add(watcher);
  return () => endWatchers.delete(watcher);
}
