import { Images, Upload } from "lucide-react";
import { useId, useRef, useState } from "react";
import { IMAGE_ACCEPT } from "#features/media/upload-rules.ts";
import { Button } from "#ui/button.tsx";
import { Dialog } from "#ui/dialog.tsx";
import { FieldError } from "#ui/field.tsx";
import { ImagePicker } from "../../media/image-picker.tsx";
import { useDraggedFiles } from "../../media/use-dragged-files.ts";
import { ImageTile } from "./image-tile.tsx";
import type { FormImages } from "./use-form-images.ts";
import type { ProductFormState } from "./use-product-form.ts";

/** The pictures of a piece: a place to drop them, the library, and each with its words and its place. */
export function ImageFields({ state: { desk, problems } }: { state: ProductFormState }) {
  const errorId = useId();
  const [dragged, setDragged] = useState<string | null>(null);
  const { pictures } = desk;
  return (
    <div>
      <DropZone desk={desk} />
      <FieldError id={errorId} error={problems.images} />
      {pictures.length === 0 ? (
        <p className="mt-4 text-sm text-ink-soft">
          No images uploaded yet. Add some images to showcase this product.
        </p>
      ) : (
        <ol aria-label="Images" className="mt-2 divide-y divide-line">
          {pictures.map((picture, place) => (
            <ImageTile
              key={picture.key}
              picture={picture}
              place={place}
              count={pictures.length}
              desk={desk}
              isDragged={dragged === picture.key}
              onDrag={setDragged}
              onDropHere={() => {
                if (dragged !== null) desk.move(dragged, place);
                setDragged(null);
              }}
            />
          ))}
        </ol>
      )}
    </div>
  );
}

function DropZone({ desk }: { desk: FormImages }) {
  const picker = useRef<HTMLInputElement>(null);
  const over = useDraggedFiles();
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset has no place to drop on in every browser
    <div
      role="group"
      aria-label="Add images"
      onDrop={(event) => {
        if (event.dataTransfer.files.length === 0) return;
        event.preventDefault();
        desk.addFiles([...event.dataTransfer.files]);
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
            desk.addFiles([...(event.target.files ?? [])]);
            event.target.value = ""; // the same file may be chosen again
          }}
          className="block w-full text-sm text-ink-soft file:mr-3 file:min-h-11 file:cursor-pointer file:rounded-hair file:border file:border-solid file:border-edge file:bg-white file:px-4 file:text-sm file:text-ink"
        />
      </label>
      <p className="mt-2 text-sm text-ink-quiet">
        PNG, JPG, GIF, WebP or AVIF, up to 10 MB each. They are uploaded when you save.
        <noscript> Without JavaScript at most 1 MB at a time.</noscript>
      </p>
      <Library desk={desk} />
      {desk.rejected.length > 0 && (
        <ul aria-label="Not taken" className="mt-3 space-y-1 text-sm text-hibiscus">
          {desk.rejected.map(({ title, description }) => (
            <li key={`${title} ${description}`}>
              {title}: {description}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

function Library({ desk }: { desk: FormImages }) {
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
              desk.addStored(id, altText);
            }}
          />
        </Dialog>
      )}
    </>
  );
}
