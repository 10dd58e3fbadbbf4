import type { DraftImage } from "#features/catalog/admin/product-form.ts";
import { uploadFailureMessage, validateUpload } from "#features/media/upload-rules.ts";

/** A picture on the form's desk: in the library already, or a file that is uploaded with the save. */
export type FormImage = {
  key: string;
  mediaId: string | null;
  file: File | null;
  /** Where this browser shows the file from. */
  preview: string | null;
  altText: string;
  primary: boolean;
};

/** Pictures of a saved product. */
export function storedFormImages(images: readonly DraftImage[]): FormImage[] {
  return images.map((image) => ({ ...image, key: image.mediaId, file: null, preview: null }));
}

/** The primary one first (specification 2); without one the first is it. */
export function primaryFirst(pictures: readonly FormImage[]): FormImage[] {
  const primary = pictures.find((picture) => picture.primary) ?? pictures[0];
  const rest = pictures.filter((picture) => picture !== primary);
  return primary ? [{ ...primary, primary: true }, ...rest] : [];
}

/** Makes one the primary picture and no other (specification 4). */
export function withPrimary(pictures: readonly FormImage[], key: string): FormImage[] {
  return primaryFirst(pictures.map((each) => ({ ...each, primary: each.key === key })));
}

/** Moves a picture to a place; the primary one stays first. */
export function movedTo(pictures: readonly FormImage[], key: string, place: number): FormImage[] {
  const moved = pictures.find((each) => each.key === key);
  if (!moved) return [...pictures];
  const rest = pictures.filter((each) => each !== moved);
  return primaryFirst([...rest.slice(0, place), moved, ...rest.slice(place)]);
}

/** The pictures as the form saves them; those that are not uploaded yet are left out. */
export function savedImages(pictures: readonly FormImage[]): DraftImage[] {
  return pictures.flatMap(({ mediaId, altText, primary }) =>
    mediaId === null ? [] : [{ mediaId, altText, primary }],
  );
}

/** A file that the form does not take, in the specification's words (section 5). */
export type Rejection = { title: string; description: string };

/** Sorts chosen files into those the form takes and those it does not; `room` is how many more pictures the product may have. */
export function sortFiles(
  files: readonly File[],
  room: number,
): { taken: File[]; rejected: Rejection[] } {
  const taken: File[] = [];
  const rejected: Rejection[] = [];
  for (const file of files) {
    const failure =
      validateUpload(file, "images") ?? (taken.length < room ? null : "too_many_files");
    if (failure === null) taken.push(file);
    else if (!file.type.startsWith("image/")) {
      const description = `${file.name} is not a valid image file`;
      rejected.push({ title: "Invalid file type", description });
    } else {
      const words = uploadFailureMessage(failure, { type: file.type, kinds: "images" });
      rejected.push({ title: words, description: file.name });
    }
  }
  return { taken, rejected };
}
