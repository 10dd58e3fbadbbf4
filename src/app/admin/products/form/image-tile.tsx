import { ArrowDown, ArrowUp, Star, Trash2 } from "lucide-react";
import type { UploadEntry } from "#features/media/upload-queue.ts";
import { uploadPercent } from "#features/media/upload-queue.ts";
import { Badge } from "#ui/badge.tsx";
import { IconButton } from "#ui/button.tsx";
import { Field, Input } from "#ui/field.tsx";
import { useHydrated } from "#ui/hydration.ts";
import { Thumbnail } from "#ui/responsive-image.tsx";
import type { FormImage } from "./form-image.ts";
import type { FormImages } from "./use-form-images.ts";

type Props = {
  picture: FormImage;
  place: number;
  count: number;
  desk: FormImages;
  isDragged: boolean;
  onDrag: (key: string | null) => void;
  onDropHere: () => void;
};

/** One picture: what it shows in words, whether it is the primary one, its place, and a way to take it away. */
export function ImageTile(props: Props) {
  const { picture, place, desk, isDragged, onDrag, onDropHere } = props;
  const { key, mediaId, primary, altText, file } = picture;
  const name = `image ${place + 1}`;
  return (
    <li
      draggable
      onDragStart={() => onDrag(key)}
      onDragEnd={() => onDrag(null)}
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        if (event.dataTransfer.files.length > 0) return;
        event.preventDefault();
        onDropHere();
      }}
      className={`flex cursor-grab gap-4 py-3 ${isDragged ? "opacity-50" : ""}`}
    >
      {picture.preview ? (
        <img src={picture.preview} alt="" className="h-25 w-20 shrink-0 bg-cloth object-cover" />
      ) : (
        <Thumbnail image={mediaId ? { id: mediaId } : null} width={80} />
      )}
      <div className="min-w-0 grow">
        {mediaId && <input type="hidden" name="imageId" value={mediaId} />}
        <Field label={`Alt text of ${name}`} hideLabel>
          <Input
            name={mediaId ? "imageAlt" : undefined}
            value={altText}
            placeholder="What does it show? Else the product's name"
            autoComplete="off"
            onChange={(event) => desk.describe(key, event.target.value)}
          />
        </Field>
        <div className="mt-1 flex flex-wrap items-center gap-x-2">
          {primary && <Badge kind="accent">Primary</Badge>}
          {file && !mediaId && <QueuedWords file={file} entries={desk.entries} />}
          <PictureActions {...props} name={name} />
        </div>
      </div>
    </li>
  );
}

function QueuedWords({ file, entries }: { file: File; entries: readonly UploadEntry[] }) {
  const entry = entries.find((each) => each.file === file);
  return (
    <span className="figures min-w-0 truncate text-xs text-ink-quiet" title={file.name}>
      {entry ? `${uploadPercent(entry)} %` : "Uploaded with the save"}
    </span>
  );
}

function PictureActions({ picture, place, count, desk, name }: Props & { name: string }) {
  const isRunning = useHydrated();
  const { key, mediaId, primary } = picture;
  if (!isRunning) {
    return (
      <>
        <label className="flex min-h-11 items-center gap-2 text-sm">
          <input type="radio" name="primaryImage" value={mediaId ?? ""} defaultChecked={primary} />
          Primary
        </label>
        <label className="flex min-h-11 items-center gap-2 text-sm">
          <input type="checkbox" name="removeImage" value={mediaId ?? ""} />
          Remove
        </label>
      </>
    );
  }
  const icon = { size: 18, "aria-hidden": true } as const;
  return (
    <span className="ml-auto flex text-ink-soft">
      {!primary && (
        <IconButton
          label={`Make ${name} primary`}
          icon={<Star {...icon} />}
          onClick={() => desk.makePrimary(key)}
        />
      )}
      {place > 1 && (
        <IconButton
          label={`Move ${name} up`}
          icon={<ArrowUp {...icon} />}
          onClick={() => desk.move(key, place - 1)}
        />
      )}
      {place > 0 && place < count - 1 && (
        <IconButton
          label={`Move ${name} down`}
          icon={<ArrowDown {...icon} />}
          onClick={() => desk.move(key, place + 1)}
        />
      )}
      <IconButton
        label={`Remove ${name}`}
        icon={<Trash2 {...icon} />}
        className="hover:text-hibiscus"
        onClick={() => desk.remove(picture)}
      />
    </span>
  );
}
