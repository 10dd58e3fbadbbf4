import { Upload } from "lucide-react";
import type { ReactNode } from "react";
import { useEffect, useRef } from "react";
import { MEDIA_ACCEPT } from "#features/media/upload-rules.ts";
import { Button } from "#ui/button.tsx";
import { showToast } from "#ui/toast-store.ts";
import { uploadQueue } from "./upload-queue.browser.ts";
import { useDraggedFiles } from "./use-dragged-files.ts";

const NOTHING_CHOSEN = "Please select a file to upload.";

function take(files: readonly File[]): void {
  if (files.length > 0) uploadQueue.add(files, { kind: "library" });
  else showToast({ kind: "error", title: NOTHING_CHOSEN });
}

/** Upload: a button that opens the picker, and a place to drop pictures and films; both send at once, many files at a time. */
export function UploadZone({ children }: { children?: ReactNode }) {
  const picker = useRef<HTMLInputElement>(null);
  const dragged = useDraggedFiles();
  useEffect(() => {
    const input = picker.current;
    const nothing = () => take([]);
    // React has no name for the picker's own "closed without a choice".
    input?.addEventListener("cancel", nothing);
    return () => input?.removeEventListener("cancel", nothing);
  }, []);
  return (
    <section
      aria-label="Upload"
      onDrop={(event) => {
        event.preventDefault();
        take([...event.dataTransfer.files]);
      }}
      onDragOver={(event) => event.preventDefault()}
      className={`border border-dashed px-4 py-3 transition-colors ${dragged ? "border-forest bg-paper" : "border-line"}`}
    >
      <div className="flex flex-wrap items-center gap-x-5 gap-y-2">
        <Button id="upload" onClick={() => picker.current?.click()}>
          <Upload size={16} aria-hidden="true" />
          Upload
        </Button>
        <p className="text-sm text-ink-soft">
          {dragged ? "Drop them here" : "Or drop pictures and films here, as many as you like."}{" "}
          <span className="text-ink-quiet">
            PNG, JPG, GIF, WebP, AVIF up to 10 MB; MP4, WebM up to 200 MB.
          </span>
        </p>
        <input
          ref={picker}
          type="file"
          multiple
          hidden
          aria-label="Files to upload"
          accept={MEDIA_ACCEPT}
          onChange={(event) => {
            take([...(event.target.files ?? [])]);
            event.target.value = ""; // the same file may be chosen again
          }}
        />
      </div>
      {children}
    </section>
  );
}
