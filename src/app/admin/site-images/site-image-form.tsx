import { Images, Upload } from "lucide-react";
import type { ReactNode } from "react";
import { useEffect, useId, useRef, useState } from "react";
import type { SiteImage } from "#features/media/site-image-queries.server.ts";
import { uploadTargetText } from "#features/media/site-images.ts";
import { Button } from "#ui/button.tsx";
import { Dialog } from "#ui/dialog.tsx";
import { FieldError } from "#ui/field.tsx";
import { ImagePicker } from "../media/image-picker.tsx";
import { UploadProgress } from "../media/upload-progress.tsx";
import { uploadQueue } from "../media/upload-queue.browser.ts";
import { useUploads } from "../media/use-uploads.ts";
import type { SiteImageLocation } from "./show-on-site.server.ts";
import { FileFacts, SitePreview } from "./site-image-preview.tsx";
import { useSiteImageWrites } from "./use-site-image-writes.ts";

type Props = {
  /** What the place is called, for screen readers. */
  name: string;
  target: SiteImageLocation;
  picture: SiteImage | null;
  shape: "card" | "hero";
  children?: ReactNode;
};

/** A file chosen in this browser, with an address to look at it. */
function useChosenFile() {
  const [chosen, setChosen] = useState<{ file: File; address: string } | null>(null);
  useEffect(() => () => void (chosen && URL.revokeObjectURL(chosen.address)), [chosen]);
  return {
    chosen,
    choose: (file: File | undefined) =>
      setChosen(file ? { file, address: URL.createObjectURL(file) } : null),
  };
}

/** One place of the site: its picture and file, a picker, the upload with its progress, and the library to choose from instead. */
export function SiteImageForm({ name, target, picture, shape, children }: Props) {
  const picker = useRef<HTMLInputElement>(null);
  const { chosen, choose } = useChosenFile();
  const [error, setError] = useState<string | null>(null);
  const own = uploadTargetText(target);
  const uploads = useUploads().filter((entry) => uploadTargetText(entry.target) === own);
  const errorId = useId();
  const upload = () => {
    // The picker itself is asked: a file may have been chosen before this page's script ran.
    const [file] = picker.current?.files ?? [];
    if (!file) return setError("Please select a file to upload.");
    uploadQueue.add([file], target);
    choose(undefined);
    if (picker.current) picker.current.value = "";
  };
  return (
    <div
      className={shape === "card" ? "grid grid-cols-[8.5rem_minmax(0,1fr)] items-start gap-5" : ""}
    >
      <SitePreview picture={picture} chosen={chosen?.address ?? null} shape={shape} />
      <div className={shape === "card" ? "space-y-2.5" : "mt-3 space-y-3"}>
        {children}
        <FileFacts picture={picture} />
        <label className="block text-sm">
          <span className="mb-1 block font-medium">
            {picture ? "Replace Image" : "Upload Image"}
            <span className="sr-only"> for {name}</span>
          </span>
          <input
            ref={picker}
            type="file"
            accept="image/*"
            aria-invalid={error ? true : undefined}
            aria-describedby={errorId}
            onChange={(event) => {
              setError(null);
              choose(event.target.files?.[0]);
            }}
            className="block w-full text-sm text-ink-soft file:mr-3 file:min-h-9 file:cursor-pointer file:rounded-hair file:border file:border-solid file:border-edge file:bg-white file:px-3 file:text-sm file:text-ink pointer-coarse:file:min-h-11"
          />
        </label>
        <FieldError id={errorId} error={error} />
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <Button size="sm" onClick={upload}>
            <Upload size={16} aria-hidden="true" />
            Upload Image
            <span className="sr-only"> for {name}</span>
          </Button>
          <LibraryButton name={name} target={target} />
        </div>
        {uploads.map((entry) => (
          <UploadProgress key={entry.key} entry={entry} />
        ))}
      </div>
    </div>
  );
}

function LibraryButton({ name, target }: Pick<Props, "name" | "target">) {
  const [open, setOpen] = useState(false);
  const { busy, show } = useSiteImageWrites();
  return (
    <>
      <Button size="sm" variant="quiet" busy={busy} onClick={() => setOpen(true)}>
        <Images size={16} aria-hidden="true" />
        Choose from library
        <span className="sr-only"> for {name}</span>
      </Button>
      {open && (
        <Dialog
          open
          onOpenChange={setOpen}
          title={`Choose a picture: ${name}`}
          size="lg"
          fillsPhone
        >
          <ImagePicker
            verb="Use"
            onChoose={(picture) => {
              setOpen(false);
              void show(target, picture.id);
            }}
          />
        </Dialog>
      )}
    </>
  );
}
