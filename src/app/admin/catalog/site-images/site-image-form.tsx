import { ChevronDown, ImageOff, Images, Upload } from "lucide-react";
import type { ReactNode } from "react";
import { useEffect, useId, useRef, useState } from "react";
import { FocalPicker } from "#app/admin/catalog/media/focal-picker.tsx";
import { mediaRefusal } from "#app/admin/catalog/media/media-messages.ts";
import { UploadProgress, useUploads } from "#app/admin/catalog/media/upload-progress.tsx";
import { uploadQueue } from "#app/admin/catalog/media/upload-queue.browser.ts";
import { ImagePicker } from "#app/components/media/image-picker.tsx";
import { useAdminAction } from "#app/web/use-admin-action.ts";
import { formatKilobytes } from "#features/base/media/media-item.ts";
import type { SiteImage } from "#features/base/media/media-queries.server.ts";
import { uploadTargetText } from "#features/base/media/site-images.ts";
import { Button } from "#ui/button.tsx";
import { classNames } from "#ui/class-names.ts";
import { Dialog } from "#ui/dialog.tsx";
import { FieldError } from "#ui/field.tsx";
import { Notice } from "#ui/notice.tsx";
import { ResponsiveImage } from "#ui/responsive-image.tsx";
import { siteImageRefusal } from "./site-image-messages.ts";
import type { SiteImageLocation } from "./site-images-actions.server.ts";

type PreviewProps = {
  image: SiteImage | null;
  /** Shows the chosen file until it is uploaded. */
  chosen: string | null;
  shape: "card" | "hero";
};

const shapes = {
  card: { box: "aspect-4/5", sizes: "136px", widths: [160, 320, 480] },
  hero: {
    box: "aspect-[1920/600]",
    sizes: "(min-width: 80rem) 1200px, 92vw",
    widths: [640, 960, 1280, 1920],
  },
} as const;

/** Covers the image with the chosen file until it is uploaded. */
function SitePreview({ image, chosen, shape }: PreviewProps) {
  const { box, sizes, widths } = shapes[shape];
  return (
    <div
      className={classNames(
        "relative flex items-center justify-center overflow-hidden bg-cloth",
        box,
      )}
    >
      {image && (
        <ResponsiveImage
          id={image.id}
          alt={image.altText || image.name}
          sizes={sizes}
          width={image.width ?? 4}
          height={image.height ?? 5}
          widths={widths}
          focal={{ x: image.focalX, y: image.focalY }}
          className="size-full object-cover"
        />
      )}
      {!image && !chosen && (
        <span className="flex flex-col items-center gap-2 text-sm text-ink-quiet">
          <ImageOff size={24} aria-hidden="true" />
          No image yet
        </span>
      )}
      {chosen && (
        <>
          <img
            src={chosen}
            alt="The chosen file"
            className="absolute inset-0 size-full object-cover"
          />
          <span className="absolute top-2 left-2 bg-white px-2 py-0.5 text-xs font-medium">
            Not uploaded yet
          </span>
        </>
      )}
    </div>
  );
}

/** Formats KB with 2 decimals. */
function FileFacts({ image }: { image: SiteImage | null }) {
  if (!image) return <p className="text-sm text-ink-quiet">No file</p>;
  return (
    <p className="figures text-sm">
      <span className="block truncate" title={image.name}>
        {image.name}
      </span>
      <span className="text-ink-quiet">{formatKilobytes(image.byteSize)}</span>
    </p>
  );
}

type Props = {
  name: string;
  target: SiteImageLocation;
  image: SiteImage | null;
  shape: "card" | "hero";
  children?: ReactNode;
};

function useChosenFile() {
  const [chosen, setChosen] = useState<{ file: File; address: string } | null>(null);
  useEffect(() => () => void (chosen && URL.revokeObjectURL(chosen.address)), [chosen]);
  return {
    chosen,
    choose: (file: File | undefined) =>
      setChosen(file ? { file, address: URL.createObjectURL(file) } : null),
  };
}

export function SiteImageForm({ name, target, image, shape, children }: Props) {
  const picker = useRef<HTMLInputElement>(null);
  const { chosen, choose } = useChosenFile();
  const [error, setError] = useState<string | null>(null);
  const own = uploadTargetText(target);
  const uploads = useUploads().filter((entry) => uploadTargetText(entry.target) === own);
  const errorId = useId();
  const upload = () => {
    // Reads the input itself, because a file may be chosen before the script runs.
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
      <SitePreview image={image} chosen={chosen?.address ?? null} shape={shape} />
      <div className={shape === "card" ? "space-y-2.5" : "mt-3 space-y-3"}>
        {children}
        <FileFacts image={image} />
        {image && shape === "hero" && <HeroFocus image={image} />}
        <label className="block text-sm">
          <span className="mb-1 block font-medium">
            {image ? "Replace Image" : "Upload Image"}
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

/** Explains what a small image means for the page. */
function HeroFocus({ image }: { image: SiteImage }) {
  const { post } = useAdminAction(mediaRefusal);
  const { width, height } = image;
  const isSmall = width !== null && height !== null && (width < 1920 || height < 600);
  return (
    <>
      {isSmall && (
        <Notice kind="info" title={`${width} × ${height} pixels`}>
          It is smaller than the recommended 1920 × 600. Images are never enlarged beyond their
          pixels, so on wide screens the page's ground shows beside it.
        </Notice>
      )}
      <details className="group border border-line">
        <summary className="flex min-h-11 list-none items-center justify-between gap-4 px-4 py-2.5 text-sm font-medium">
          Focal point: what every crop keeps in view
          <ChevronDown
            size={16}
            aria-hidden="true"
            className="shrink-0 transition-transform group-open:rotate-180"
          />
        </summary>
        <div className="border-t border-line p-4">
          <FocalPicker key={image.id} item={image} onPost={post} />
        </div>
      </details>
    </>
  );
}

function LibraryButton({ name, target }: Pick<Props, "name" | "target">) {
  const [open, setOpen] = useState(false);
  const { busy, post } = useAdminAction(siteImageRefusal);
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
            onChoose={(image) => {
              setOpen(false);
              const mediaId = image.id;
              void post({ intent: "set-site-image", target: uploadTargetText(target), mediaId });
            }}
          />
        </Dialog>
      )}
    </>
  );
}
