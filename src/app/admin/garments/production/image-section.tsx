import { useRef, useState } from "react";
import { Form, useNavigation, useSubmit } from "react-router";
import { OrderSection } from "#app/components/admin/order-section.tsx";
import { StoredImage } from "#app/components/admin/stored-image.tsx";
import { shrinkImages } from "#app/components/form/shrink-images.browser.ts";
import type { GarmentImage } from "#features/garments/garment/garment-queries.server.ts";
import { MAX_CAPTION_LENGTH } from "#features/garments/production/image-messages.ts";
import { Button } from "#ui/button.tsx";
import { Field, Input } from "#ui/field.tsx";

/** Photos of the work; a tablet opens its camera. Without JavaScript a photo may have 1 MB. */
export function ImageSection({
  garmentId,
  images,
}: {
  garmentId: string;
  images: readonly GarmentImage[];
}) {
  const submit = useSubmit();
  const busy = useNavigation().formData?.get("intent") === "photo";
  const form = useRef<HTMLFormElement>(null);
  const [isShrinking, setShrinking] = useState(false);
  async function send(target: HTMLFormElement): Promise<void> {
    const body = new FormData(target);
    setShrinking(true);
    await shrinkImages(body, "photo");
    setShrinking(false);
    target.reset();
    await submit(body, {
      method: "post",
      encType: "multipart/form-data",
      preventScrollReset: true,
    });
  }
  return (
    <OrderSection id="photos" title="Photos">
      {images.length === 0 ? (
        <p className="text-sm text-ink-quiet">No photos yet. Only staff see them.</p>
      ) : (
        <ul className="grid grid-cols-2 gap-4 sm:grid-cols-3">
          {images.map(({ caption, height, id, lostAt, width }, index) => {
            const url = `/admin/atelier/production/${garmentId}/photos/${id}`;
            const name = caption || `Photo ${index + 1}`;
            return (
              <li key={id}>
                <StoredImage url={url} name={name} width={width} height={height} lostAt={lostAt} />
                <div className="flex items-center justify-between gap-2 text-sm">
                  <span className="min-w-0 wrap-anywhere text-ink-soft">{name}</span>
                  <Form method="post" preventScrollReset>
                    <input type="hidden" name="intent" value="remove-photo" />
                    <input type="hidden" name="target" value={id} />
                    <Button type="submit" size="sm" variant="quiet" aria-label={`Remove ${name}`}>
                      Remove
                    </Button>
                  </Form>
                </div>
              </li>
            );
          })}
        </ul>
      )}
      <Form
        ref={form}
        method="post"
        encType="multipart/form-data"
        aria-label="Add a photo"
        className="flex flex-wrap items-end gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          void send(event.currentTarget);
        }}
      >
        <input type="hidden" name="intent" value="photo" />
        <Field label="Photo" className="w-full sm:w-72">
          <Input
            type="file"
            name="photo"
            accept="image/*"
            capture="environment"
            required
            className="file:mr-3 file:min-h-9 file:border file:border-edge file:bg-white file:px-3"
          />
        </Field>
        <Field label="What it shows" optional className="w-full sm:w-60">
          <Input name="caption" maxLength={MAX_CAPTION_LENGTH} autoComplete="off" />
        </Field>
        <Button type="submit" variant="secondary" busy={busy || isShrinking}>
          Add the photo
        </Button>
      </Form>
    </OrderSection>
  );
}
