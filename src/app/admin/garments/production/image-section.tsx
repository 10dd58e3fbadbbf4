import { useState } from "react";
import { Form, useSubmit } from "react-router";
import { z } from "zod";
import { OrderSection } from "#app/components/admin/order-section.tsx";
import { StoredImage } from "#app/components/admin/stored-image.tsx";
import { shrink } from "#app/components/form/shrink-images.browser.ts";
import { enqueueImage, sendImages } from "#app/components/production/image-queue.browser.ts";
import { worksOffline } from "#app/shell/offline-guard.ts";
import { buttonText, readFields } from "#app/web/form-fields.ts";
import { newId } from "#core/ids.ts";
import type { GarmentImage } from "#features/garments/garment/garment-queries.server.ts";
import {
  imageMessages,
  MAX_CAPTION_LENGTH,
  queueMessages,
} from "#features/garments/production/image-messages.ts";
import { Button } from "#ui/button.tsx";
import { Field, Input } from "#ui/field.tsx";
import { Notice } from "#ui/notice.tsx";
import { WaitingImages } from "./waiting-images.tsx";

const IMAGE_FIELD = "photo";

const imageFields = z.object({
  [IMAGE_FIELD]: z.instanceof(File).nullable().catch(null),
  caption: buttonText,
});

type Props = {
  garmentId: string;
  /** Of the garment, for the list of what waits. */
  name: string;
  images: readonly GarmentImage[];
};

/**
 * Photos of the work; a tablet opens its camera. They are stored on the device first, which works without a network, and sent from
 * there. Without JavaScript the form posts to the page, and a photo may have 1 MB.
 */
export function ImageSection({ garmentId, name: garmentName, images }: Props) {
  const [isStoring, setStoring] = useState(false);
  const [message, setMessage] = useState<string | null>(null);
  const submit = useSubmit();
  async function store(target: HTMLFormElement): Promise<void> {
    const body = new FormData(target);
    const { [IMAGE_FIELD]: original, caption } = readFields(body, imageFields);
    if (!original || original.size === 0) return setMessage(imageMessages.no_file);
    setStoring(true);
    const image = await shrink(original);
    const refusal = await enqueueImage({
      deviceEventId: newId(),
      garmentId,
      name: garmentName,
      caption,
      happenedAt: new Date().toISOString(),
      image,
    });
    setStoring(false);
    if (refusal === queueMessages.no_room && navigator.onLine) {
      body.set(IMAGE_FIELD, image);
      target.reset();
      return submit(body, {
        method: "post",
        encType: "multipart/form-data",
        preventScrollReset: true,
      });
    }
    setMessage(refusal);
    if (refusal !== null) return;
    target.reset();
    sendImages();
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
      <WaitingImages garmentId={garmentId} />
      {message && (
        <Notice kind="error" live>
          {message}
        </Notice>
      )}
      <Form
        method="post"
        encType="multipart/form-data"
        aria-label="Add a photo"
        {...worksOffline}
        className="flex flex-wrap items-end gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          if (!isStoring) void store(event.currentTarget);
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
        <Button type="submit" variant="secondary" busy={isStoring}>
          Add the photo
        </Button>
      </Form>
    </OrderSection>
  );
}
