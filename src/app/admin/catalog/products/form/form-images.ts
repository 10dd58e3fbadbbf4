import { useEffect, useRef, useState, useSyncExternalStore } from "react";
import { sendUpload } from "#features/base/media/send-upload.browser.ts";
import type { UploadEnd, UploadEntry } from "#features/base/media/upload-queue.ts";
import { UploadQueue } from "#features/base/media/upload-queue.ts";
import { uploadFailureMessage, validateUpload } from "#features/base/media/upload-rules.ts";
import type { DraftImage } from "#features/catalog/editing/product-form.ts";
import { MAX_PRODUCT_IMAGES } from "#features/catalog/editing/product-form.ts";
import { showToast } from "#ui/toast-store.ts";

/** An image of the library, or a file that is uploaded on save. */
export type FormImage = {
  key: string;
  mediaId: string | null;
  file: File | null;
  preview: string | null;
  altText: string;
  primary: boolean;
  /** Hex; "" means all colors. */
  color: string;
  /** Says why the upload failed. */
  problem?: string;
};

function toFormImages(images: readonly DraftImage[]): FormImage[] {
  return images.map(({ color = "", ...image }) => ({
    ...image,
    color,
    key: image.mediaId,
    file: null,
    preview: null,
  }));
}

/** Defaults to the first image (specification 2). */
export function primaryFirst(images: readonly FormImage[]): FormImage[] {
  const primary = images.find((image) => image.primary) ?? images[0];
  const rest = images.filter((image) => image !== primary);
  return primary ? [{ ...primary, primary: true }, ...rest] : [];
}

/** Makes an image the primary one, which stands first (specification 4). */
export function withPrimary(images: readonly FormImage[], key: string): FormImage[] {
  return primaryFirst(images.map((each) => ({ ...each, primary: each.key === key })));
}

/** The primary image stays first. */
export function movedTo(images: readonly FormImage[], key: string, index: number): FormImage[] {
  const moved = images.find((each) => each.key === key);
  if (!moved) return [...images];
  const rest = images.filter((each) => each !== moved);
  return primaryFirst([...rest.slice(0, index), moved, ...rest.slice(index)]);
}

/** Leaves out images that are not uploaded. */
export function storedImages(images: readonly FormImage[]): DraftImage[] {
  return images.flatMap(({ mediaId, altText, primary, color }) =>
    mediaId === null ? [] : [{ mediaId, altText, primary, ...(color && { color }) }],
  );
}

/** Why an image was refused, in the words of specification 5. */
export type Rejection = { title: string; description: string };

/** Separates refused files; `room` limits how many images may be added. */
export function sortFiles(
  files: readonly File[],
  room: number,
): { accepted: File[]; rejected: Rejection[] } {
  const accepted: File[] = [];
  const rejected: Rejection[] = [];
  for (const file of files) {
    const failure =
      validateUpload(file, "images") ?? (accepted.length < room ? null : "too_many_files");
    if (failure === null) accepted.push(file);
    else if (!file.type.startsWith("image/")) {
      const description = `${file.name} is not a valid image file`;
      rejected.push({ title: "Invalid file type", description });
    } else {
      const message = uploadFailureMessage(failure, { type: file.type, kinds: "images" });
      rejected.push({ title: message, description: file.name });
    }
  }
  return { accepted, rejected };
}

const none: readonly UploadEntry[] = [];

function useQueue() {
  const [uploads] = useState(() => {
    const waiting = new Map<File, (end: UploadEnd) => void>();
    const queue = new UploadQueue({
      send: sendUpload,
      onEnd({ file, key }, end) {
        waiting.get(file)?.(end);
        if (!end.ok) queue.remove(key);
      },
    });
    const send = (file: File) =>
      new Promise<UploadEnd>((resolve) => {
        waiting.set(file, resolve);
        queue.add([file], { kind: "library" });
      });
    return { queue, send };
  });
  const entries = useSyncExternalStore(uploads.queue.subscribe, uploads.queue.current, () => none);
  return { send: uploads.send, uploads: entries };
}

let nextKey = 1;

function fromFile(file: File): FormImage {
  const preview = URL.createObjectURL(file);
  const key = `file-${nextKey++}`;
  return { key, mediaId: null, file, preview, altText: "", primary: false, color: "" };
}

/** Uploads files on save. */
export function useFormImages(images: readonly DraftImage[]) {
  const [entries, setEntries] = useState(() => primaryFirst(toFormImages(images)));
  const [rejected, setRejected] = useState<readonly Rejection[]>([]);
  const { send, uploads } = useQueue();
  useRevokedPreviews(entries);

  function addFiles(files: readonly File[]): void {
    const sorted = sortFiles(files, MAX_PRODUCT_IMAGES - entries.length);
    setRejected(sorted.rejected);
    for (const rejection of sorted.rejected) showToast({ kind: "error", ...rejection });
    const count = sorted.accepted.length;
    if (count === 0) return;
    setEntries((held) => primaryFirst([...held, ...sorted.accepted.map(fromFile)]));
    const description = `${count} image(s) selected for upload`;
    showToast({ kind: "success", title: "Images added", description });
  }

  function addStored(mediaId: string, altText: string): void {
    const entry = { key: mediaId, mediaId, file: null, preview: null, altText, primary: false };
    const added = { ...entry, color: "" };
    setEntries((held) =>
      held.some((each) => each.mediaId === mediaId) ? held : primaryFirst([...held, added]),
    );
  }

  function remove(image: FormImage): void {
    setEntries((held) => primaryFirst(held.filter((each) => each.key !== image.key)));
    const messages = image.file
      ? { title: "Image removed", description: "Image removed from upload queue" }
      : { title: "Success", description: "Image removed successfully" };
    const action = { label: "Undo", onSelect: () => setEntries(entries) };
    showToast({ kind: "success", ...messages, action });
  }

  function makePrimary(key: string): void {
    setEntries((held) => withPrimary(held, key));
    showToast({ kind: "success", title: "Success", description: "Primary image updated" });
  }

  async function uploadAll(): Promise<FormImage[] | null> {
    const ends = await Promise.all(entries.map((image) => upload(image, send)));
    setEntries(ends);
    return ends.every(({ mediaId }) => mediaId !== null) ? ends : null;
  }

  return {
    entries,
    rejected,
    uploads,
    addFiles,
    addStored,
    remove,
    makePrimary,
    uploadAll,
    move: (key: string, index: number) => setEntries((held) => movedTo(held, key, index)),
    change: (key: string, change: Partial<Pick<FormImage, "altText" | "color">>) =>
      setEntries((held) => held.map((each) => (each.key === key ? { ...each, ...change } : each))),
    replaceAll: (next: readonly DraftImage[]) => setEntries(primaryFirst(toFormImages(next))),
  };
}

/** Returns the image with its id, or unchanged after a failure. */
async function upload(
  image: FormImage,
  send: (file: File) => Promise<UploadEnd>,
): Promise<FormImage> {
  if (image.mediaId !== null || !image.file) return image;
  const end = await send(image.file);
  if (end.ok) {
    const { problem, ...stored } = image;
    return { ...stored, mediaId: end.mediaId };
  }
  const description = `Failed to upload image. ${image.file.name}: ${end.text}`;
  showToast({ kind: "error", title: "Upload failed", description });
  return { ...image, problem: end.text };
}

/** Revokes previews on leaving: Undo may need them until then. */
function useRevokedPreviews(images: readonly FormImage[]) {
  const known = useRef(new Set<string>());
  for (const { preview } of images) if (preview) known.current.add(preview);
  useEffect(() => {
    const previews = known.current;
    return () => {
      for (const preview of previews) URL.revokeObjectURL(preview);
    };
  }, []);
}

export type FormImages = ReturnType<typeof useFormImages>;
