import { CircleAlert, CircleCheck, RotateCcw, X } from "lucide-react";
import { formatBytes } from "#features/media/media-item.ts";
import type { UploadEntry } from "#features/media/upload-queue.ts";
import { uploadPercent } from "#features/media/upload-queue.ts";
import { IconButton } from "#ui/button.tsx";
import { uploadQueue } from "./upload-queue.browser.ts";

function stageWords(entry: UploadEntry): string {
  const { stage, sent, file, words } = entry;
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
      return words ?? "";
  }
}

/** One file on its way: its name, the bytes that have left as a bar, and what can be done about it. */
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
          {!failed && <span className="figures">{percent} %</span>}
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
          {stageWords(entry)}
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
