import { ArrowDown, ArrowUp, Images, Star, Trash2, Upload } from "lucide-react";
import { useId, useRef, useState } from "react";
import { useDraggedFiles } from "#app/admin/catalog/media/upload-progress.tsx";
import { ImagePicker } from "#app/components/media/image-picker.tsx";
import { formatPercent } from "#core/format-number.ts";
import type { UploadEntry } from "#features/base/media/upload-queue.ts";
import { uploadPercent } from "#features/base/media/upload-queue.ts";
import { IMAGE_ACCEPT } from "#features/base/media/upload-rules.ts";
import type { ProductForm } from "#features/catalog/editing/product-form.ts";
import { readHex } from "#features/catalog/editing/product-form.ts";
import { Badge } from "#ui/badge.tsx";
import { Button, IconButton } from "#ui/button.tsx";
import { Dialog } from "#ui/dialog.tsx";
import { Field, FieldError, Input, Select } from "#ui/field.tsx";
import { useHydrated } from "#ui/hydration.ts";
import { Thumbnail } from "#ui/responsive-image.tsx";
import type { FormImage, FormImages } from "./form-images.ts";
import type { ProductFormState } from "./use-product-form.ts";

export function ImageFields({ state: { form, images, problems } }: { state: ProductFormState }) {
  const errorId = useId();
  const [dragged, setDragged] = useState<string | null>(null);
  const { entries } = images;
  return (
    <div>
      <DropZone images={images} />
      <FieldError id={errorId} error={problems.images} />
      {entries.length === 0 ? (
        <p className="mt-4 text-sm text-ink-soft">
          No images uploaded yet. Add some images to showcase this product.
        </p>
      ) : (
        <ol aria-label="Images" className="mt-2 divide-y divide-line">
          {entries.map((image, index) => (
            <ImageTile
              key={image.key}
              image={image}
              index={index}
              count={entries.length}
              images={images}
              colors={form.colors}
              problem={
                image.problem ?? problems[`images[${index}].altText` as keyof typeof problems]
              }
              isDragged={dragged === image.key}
              onDrag={setDragged}
              onDropHere={() => {
                if (dragged !== null) images.move(dragged, index);
                setDragged(null);
              }}
            />
          ))}
        </ol>
      )}
    </div>
  );
}

function DropZone({ images }: { images: FormImages }) {
  const picker = useRef<HTMLInputElement>(null);
  const over = useDraggedFiles();
  return (
    // biome-ignore lint/a11y/useSemanticElements: not every browser supports dropping on a fieldset
    <div
      role="group"
      aria-label="Add images"
      onDrop={(event) => {
        if (event.dataTransfer.files.length === 0) return;
        event.preventDefault();
        images.addFiles([...event.dataTransfer.files]);
      }}
      onDragOver={(event) => event.preventDefault()}
      className={`border border-dashed px-4 py-4 transition-colors ${over ? "border-forest bg-paper" : "border-edge"}`}
    >
      <label className="block text-sm">
        <span className="mb-1.5 flex items-center gap-2 font-medium">
          <Upload size={16} aria-hidden="true" />
          {over ? "Drop them here" : "Drop pictures here, or choose them"}
        </span>
        <input
          ref={picker}
          type="file"
          name="files"
          multiple
          accept={IMAGE_ACCEPT}
          onChange={(event) => {
            images.addFiles([...(event.target.files ?? [])]);
            event.target.value = ""; // Lets the same file be chosen again.
          }}
          className="block w-full text-sm text-ink-soft file:mr-3 file:min-h-11 file:cursor-pointer file:rounded-hair file:border file:border-solid file:border-edge file:bg-white file:px-4 file:text-sm file:text-ink"
        />
      </label>
      <p className="mt-2 text-sm text-ink-quiet">
        PNG, JPG, GIF, WebP or AVIF, up to 10 MB each. They are uploaded when you save.
        <noscript> Without JavaScript at most 1 MB at a time.</noscript>
      </p>
      <Library images={images} />
      {images.rejected.length > 0 && (
        <ul aria-label="Not taken" className="mt-3 space-y-1 text-sm text-hibiscus">
          {images.rejected.map(({ title, description }) => (
            <li key={`${title} ${description}`}>
              {title}: {description}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

function Library({ images }: { images: FormImages }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button size="sm" variant="quiet" className="mt-2" onClick={() => setOpen(true)}>
        <Images size={16} aria-hidden="true" />
        Choose from the Media Library
      </Button>
      {open && (
        <Dialog open onOpenChange={setOpen} title="Choose an image" size="lg" fillsPhone>
          <ImagePicker
            verb="Add"
            onChoose={({ id, altText }) => {
              setOpen(false);
              images.addStored(id, altText);
            }}
          />
        </Dialog>
      )}
    </>
  );
}

type TileProps = {
  image: FormImage;
  index: number;
  count: number;
  images: FormImages;
  colors: ProductForm["colors"];
  problem: string | undefined;
  isDragged: boolean;
  onDrag: (key: string | null) => void;
  onDropHere: () => void;
};

function ImageTile(props: TileProps) {
  const { image, index, images, problem, isDragged, onDrag, onDropHere } = props;
  const { key, mediaId, primary, altText, file } = image;
  const name = `image ${index + 1}`;
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
      {image.preview ? (
        <img src={image.preview} alt="" className="h-25 w-20 shrink-0 bg-cloth object-cover" />
      ) : (
        <Thumbnail image={mediaId ? { id: mediaId } : null} width={80} />
      )}
      <div className="min-w-0 grow">
        {mediaId && <input type="hidden" name={`images[${index}].mediaId`} value={mediaId} />}
        <Field label={`Alt text of ${name}`} hideLabel error={problem}>
          <Input
            name={mediaId ? `images[${index}].altText` : undefined}
            value={altText}
            placeholder="What does it show? Else the product's name"
            autoComplete="off"
            onChange={(event) => images.change(key, { altText: event.target.value })}
          />
        </Field>
        <ColorSelect {...props} name={name} />
        <div className="mt-1 flex flex-wrap items-center gap-x-2">
          {primary && <Badge kind="accent">Primary</Badge>}
          {file && !mediaId && <QueueText file={file} entries={images.uploads} />}
          <ImageActions {...props} name={name} />
        </div>
      </div>
    </li>
  );
}

/** Renders nothing for a product without colors. */
function ColorSelect({ image, index, images, colors, name }: TileProps & { name: string }) {
  const offered = colors.filter(({ hex }) => readHex(hex) !== null);
  if (offered.length === 0) return null;
  return (
    <Field label={`Color of ${name}`} hideLabel>
      <Select
        name={image.mediaId ? `images[${index}].color` : undefined}
        value={offered.some(({ hex }) => readHex(hex) === image.color) ? image.color : ""}
        onChange={(event) => images.change(image.key, { color: event.target.value })}
        className="mt-1"
      >
        <option value="">Shows all colors</option>
        {offered.map(({ hex, name: colorName }) => (
          <option key={hex} value={readHex(hex) ?? hex}>
            Shows {colorName || hex}
          </option>
        ))}
      </Select>
    </Field>
  );
}

function QueueText({ file, entries }: { file: File; entries: readonly UploadEntry[] }) {
  const entry = entries.find((each) => each.file === file);
  return (
    <span className="figures min-w-0 truncate text-xs text-ink-quiet" title={file.name}>
      {entry ? formatPercent(uploadPercent(entry)) : "Uploaded with the save"}
    </span>
  );
}

function ImageActions({ image, index, count, images, name }: TileProps & { name: string }) {
  const isRunning = useHydrated();
  const { key, mediaId, primary } = image;
  if (!isRunning) {
    return (
      <>
        <label className="flex min-h-11 items-center gap-2 text-sm">
          <input type="radio" name="primaryImage" value={mediaId ?? ""} defaultChecked={primary} />
          Primary
        </label>
        <label className="flex min-h-11 items-center gap-2 text-sm">
          <input type="checkbox" name={`images[${index}].remove`} />
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
          onClick={() => images.makePrimary(key)}
        />
      )}
      {index > 1 && (
        <IconButton
          label={`Move ${name} up`}
          icon={<ArrowUp {...icon} />}
          onClick={() => images.move(key, index - 1)}
        />
      )}
      {index > 0 && index < count - 1 && (
        <IconButton
          label={`Move ${name} down`}
          icon={<ArrowDown {...icon} />}
          onClick={() => images.move(key, index + 1)}
        />
      )}
      <IconButton
        label={`Remove ${name}`}
        icon={<Trash2 {...icon} />}
        className="hover:text-hibiscus"
        onClick={() => images.remove(image)}
      />
    </span>
  );
}
