import { Images } from "lucide-react";
import { useState } from "react";
import { imagePath } from "#features/media/image-url.ts";
import { Button } from "#ui/button.tsx";
import { Dialog } from "#ui/dialog.tsx";
import { FieldError } from "#ui/field.tsx";
import { ImagePicker } from "../media/image-picker.tsx";
import type { SettingsFormResult } from "./settings-form-result.ts";

type Props = {
  id: string | null;
  error: string | undefined;
  /** Pictures to choose from in the page itself, where no script opens the library. */
  pictures: SettingsFormResult["pictures"];
  onChoose: (id: string | null) => void;
};

/** The picture of a shared link; without one the shop's own card is drawn. */
export function SocialImage({ id, error, pictures, onChoose }: Props) {
  const [open, setOpen] = useState(false);
  return (
    <div className="sm:col-span-2">
      <p className="mb-1.5 text-sm font-medium">Social image</p>
      <div className="flex flex-wrap items-center gap-4">
        <div className="flex aspect-[1200/630] w-44 items-center justify-center overflow-hidden bg-cloth">
          {id ? (
            <img
              src={imagePath(id, 480, "webp")}
              alt="Shown with shared links"
              className="size-full object-cover"
            />
          ) : (
            <span className="px-3 text-center text-xs text-ink-quiet">
              The shop's own card, drawn from its name and the home page's picture
            </span>
          )}
        </div>
        <div className="flex flex-wrap gap-x-5">
          <Button
            type="submit"
            name="do"
            value="choose-picture"
            id="seo.socialImageId"
            size="sm"
            variant="secondary"
            onClick={(event) => {
              event.preventDefault();
              setOpen(true);
            }}
          >
            <Images size={16} aria-hidden="true" />
            Choose from library
          </Button>
          {id && (
            <Button
              type="submit"
              name="do"
              value="own-card"
              size="sm"
              variant="quiet"
              onClick={(event) => {
                event.preventDefault();
                onChoose(null);
              }}
            >
              Use the shop's own card
            </Button>
          )}
        </div>
      </div>
      {pictures ? (
        <PictureRadios id={id} pictures={pictures} onChoose={onChoose} />
      ) : (
        <input type="hidden" name="seo.socialImageId" value={id ?? ""} />
      )}
      <FieldError id="social-image-error" error={error} />
      {open && (
        <Dialog open onOpenChange={setOpen} title="Choose the social image" size="lg" fillsPhone>
          <ImagePicker
            verb="Use"
            onChoose={(picture) => {
              setOpen(false);
              onChoose(picture.id);
            }}
          />
        </Dialog>
      )}
    </div>
  );
}

type RadiosProps = Pick<Props, "id" | "onChoose"> & {
  pictures: NonNullable<Props["pictures"]>;
};

function PictureRadios({ id, pictures, onChoose }: RadiosProps) {
  return (
    <fieldset className="mt-4">
      <legend className="text-sm">The library's newest pictures</legend>
      <div className="mt-2 grid max-h-96 grid-cols-3 gap-3 overflow-y-auto sm:grid-cols-5">
        {pictures.map((picture) => (
          <label key={picture.id} className="block text-xs">
            <img
              src={imagePath(picture.id, 160, "webp")}
              alt=""
              loading="lazy"
              className="aspect-square w-full bg-cloth object-cover"
            />
            <span className="mt-1 flex items-center gap-2">
              <input
                type="radio"
                name="seo.socialImageId"
                value={picture.id}
                checked={picture.id === id}
                onChange={() => onChoose(picture.id)}
                className="mark mark-radio"
              />
              <span className="min-w-0 truncate">{picture.name}</span>
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
