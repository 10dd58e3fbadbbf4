import { CircleAlert, CircleCheck, RotateCcw, Upload, X } from "lucide-react";
import type { ReactNode } from "react";
import { useEffect, useRef, useState, useSyncExternalStore } from "react";
import { useRevalidator } from "react-router";
import { formatPercent } from "#core/format-number.ts";
import { formatBytes } from "#features/base/media/media-item.ts";
import type { UploadEntry } from "#features/base/media/upload-queue.ts";
import { uploadPercent } from "#features/base/media/upload-queue.ts";
import { MEDIA_ACCEPT } from "#features/base/media/upload-rules.ts";
import { Button, IconButton } from "#ui/button.tsx";
import { showToast } from "#ui/toast-store.ts";
import { uploadQueue, watchUploads } from "./upload-queue.browser.ts";

const none: readonly UploadEntry[] = [];

/** Uploads that the network or the storage stopped are tried again this often. */
const RETRY_MS = 10_000;

/** Reloads the page's data after uploads; leaving the page asks first. */
export function useUploads(): readonly UploadEntry[] {
  const { revalidate } = useRevalidator();
  useEffect(() => watchUploads(() => void revalidate()), [revalidate]);
  useEffect(() => {
    const goOn = () => uploadQueue.retryLost();
    const stay = (event: BeforeUnloadEvent) => uploadQueue.isBusy() && event.preventDefault();
    window.addEventListener("online", goOn);
    const timer = setInterval(goOn, RETRY_MS);
    window.addEventListener("beforeunload", stay);
    return () => {
      clearInterval(timer);
      window.removeEventListener("online", goOn);
      window.removeEventListener("beforeunload", stay);
    };
  }, []);
  return useSyncExternalStore(uploadQueue.subscribe, uploadQueue.current, () => none);
}

const NOTHING_CHOSEN = "Please select a file to upload.";

function receive(files: readonly File[]): void {
  if (files.length > 0) uploadQueue.add(files, { kind: "library" });
  else showToast({ kind: "error", title: NOTHING_CHOSEN });
}

export function UploadZone({ children }: { children?: ReactNode }) {
  const picker = useRef<HTMLInputElement>(null);
  const dragged = useDraggedFiles();
  useEffect(() => {
    const input = picker.current;
    const nothing = () => receive([]);
    // React has no prop for the picker's "cancel" event.
    input?.addEventListener("cancel", nothing);
    return () => input?.removeEventListener("cancel", nothing);
  }, []);
  return (
    <section
      aria-label="Upload"
      onDrop={(event) => {
        event.preventDefault();
        receive([...event.dataTransfer.files]);
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
          {dragged ? "Drop them here" : "Or drop images and videos here, as many as you like."}{" "}
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
            receive([...(event.target.files ?? [])]);
            event.target.value = ""; // Lets the same file be chosen again.
          }}
        />
      </div>
      {children}
    </section>
  );
}

function stageText(entry: UploadEntry): string {
  const { stage, sent, file, text } = entry;
  const size = formatBytes(file.size);
  switch (stage) {
    case "waiting":
      return `Waiting · ${size}`;
    case "sending":
      return `${formatBytes(sent)} of ${size}`;
    case "reconnecting":
      return `Waiting for the network · ${formatBytes(sent)} of ${size} is there`;
    case "finishing":
      return "The shop takes it in";
    case "done":
      return "Upload complete";
    case "failed":
      return text ?? "";
  }
}

export function UploadProgress({ entry }: { entry: UploadEntry }) {
  const { file, stage, key } = entry;
  const failed = stage === "failed";
  const percent = uploadPercent(entry);
  return (
    <div className="flex items-center gap-2">
      <div className="min-w-0 grow py-1.5">
        <p className="flex items-baseline gap-3 text-sm">
          <span className="min-w-0 grow truncate font-medium" title={file.name}>
            {file.name}
          </span>
          {!failed && <span className="figures">{formatPercent(percent)}</span>}
        </p>
        {!failed && (
          <div
            role="progressbar"
            aria-label={`Upload of ${file.name}`}
            aria-valuenow={percent}
            aria-valuemin={0}
            aria-valuemax={100}
            className="my-1.5 h-1 overflow-hidden bg-line"
          >
            <div
              className="h-full origin-left bg-forest transition-transform"
              style={{ transform: `scaleX(${percent / 100})` }}
            />
          </div>
        )}
        <p
          className={`figures flex items-start gap-1.5 text-xs ${failed ? "text-hibiscus" : "text-ink-quiet"}`}
        >
          {failed && <CircleAlert size={14} aria-hidden="true" className="mt-0.5" />}
          {stage === "done" && (
            <CircleCheck size={14} aria-hidden="true" className="mt-0.5 text-success" />
          )}
          {stageText(entry)}
        </p>
      </div>
      {failed && (
        <IconButton
          label={`Try ${file.name} again`}
          icon={<RotateCcw size={18} aria-hidden="true" />}
          onClick={() => uploadQueue.retry(key)}
        />
      )}
      {stage !== "done" && (
        <IconButton
          label={failed ? `Take ${file.name} off the list` : `Stop the upload of ${file.name}`}
          icon={<X size={18} aria-hidden="true" />}
          onClick={() => uploadQueue.remove(key)}
        />
      )}
    </div>
  );
}

/** True while files are dragged over the window. */
export function useDraggedFiles() {
  const [over, setOver] = useState(false);
  useEffect(() => {
    let depth = 0;
    const isFiles = (event: DragEvent) => event.dataTransfer?.types.includes("Files") ?? false;
    const turn = (event: DragEvent, by: number) => {
      if (!isFiles(event)) return;
      depth = Math.max(0, depth + by);
      setOver(depth > 0);
    };
    const enter = (event: DragEvent) => turn(event, 1);
    const leave = (event: DragEvent) => turn(event, -1);
    // A file dropped elsewhere would open in the window and lose all input.
    const keep = (event: DragEvent) => isFiles(event) && event.preventDefault();
    const end = (event: DragEvent) => {
      keep(event);
      depth = 0;
      setOver(false);
    };
    const listeners = { dragenter: enter, dragleave: leave, dragover: keep, drop: end };
    for (const [name, listener] of Object.entries(listeners)) {
      window.addEventListener(name as "drop", listener);
    }
    return () => {
      for (const [name, listener] of Object.entries(listeners)) {
        window.removeEventListener(name as "drop", listener);
      }
    };
  }, []);
  return over;
}
