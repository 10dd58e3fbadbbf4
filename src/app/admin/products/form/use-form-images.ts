import { useEffect, useRef, useState, useSyncExternalStore } from "react";
import type { DraftImage } from "#features/catalog/admin/product-form.ts";
import { MAX_PRODUCT_IMAGES } from "#features/catalog/admin/product-form.ts";
import { sendUpload } from "#features/media/send-upload.browser.ts";
import type { UploadEnd, UploadEntry } from "#features/media/upload-queue.ts";
import { UploadQueue } from "#features/media/upload-queue.ts";
import { showToast } from "#ui/toast-store.ts";
import type { FormImage, Rejection } from "./form-image.ts";
import { movedTo, primaryFirst, sortFiles, storedFormImages, withPrimary } from "./form-image.ts";

const none: readonly UploadEntry[] = [];

/** Sends files one queue at a time and answers what became of them. */
function useQueue() {
  const [desk] = useState(() => {
    const waiting = new Map<File, (end: UploadEnd) => void>();
    const queue = new UploadQueue({
      send: sendUpload,
      onEnd({ file, key }, end) {
        waiting.get(file)?.(end);
        if (!end.ok) queue.remove(key); // progress clears at once; the picture itself stays on the desk
      },
    });
    const send = (file: File) =>
      new Promise<UploadEnd>((resolve) => {
        waiting.set(file, resolve);
        queue.add([file], { kind: "library" });
      });
    return { queue, send };
  });
  const entries = useSyncExternalStore(desk.queue.subscribe, desk.queue.current, () => none);
  return { send: desk.send, entries };
}

let nextKey = 1;

function toDesk(file: File): FormImage {
  const preview = URL.createObjectURL(file);
  const key = `file-${nextKey++}`;
  return { key, mediaId: null, file, preview, altText: "", primary: false };
}

/** The pictures of the form: chosen, ordered, described, and uploaded with the save. */
export function useFormImages(images: readonly DraftImage[]) {
  const [pictures, setPictures] = useState(() => primaryFirst(storedFormImages(images)));
  const [rejected, setRejected] = useState<readonly Rejection[]>([]);
  const { send, entries } = useQueue();
  useRevokedPreviews(pictures);

  function addFiles(files: readonly File[]): void {
    const sorted = sortFiles(files, MAX_PRODUCT_IMAGES - pictures.length);
    setRejected(sorted.rejected);
    for (const rejection of sorted.rejected) showToast({ kind: "error", ...rejection });
    const count = sorted.taken.length;
    if (count === 0) return;
    setPictures((held) => primaryFirst([...held, ...sorted.taken.map(toDesk)]));
    const description = `${count} image(s) selected for upload`;
    showToast({ kind: "success", title: "Images added", description });
  }

  function addStored(mediaId: string, altText: string): void {
    const added = { key: mediaId, mediaId, file: null, preview: null, altText, primary: false };
    setPictures((held) =>
      held.some((each) => each.mediaId === mediaId) ? held : primaryFirst([...held, added]),
    );
  }

  function remove(picture: FormImage): void {
    const before = pictures;
    setPictures((held) => primaryFirst(held.filter((each) => each.key !== picture.key)));
    const words = picture.file
      ? { title: "Image removed", description: "Image removed from upload queue" }
      : { title: "Success", description: "Image removed successfully" };
    const action = { label: "Undo", onSelect: () => setPictures(before) };
    showToast({ kind: "success", ...words, action });
  }

  function makePrimary(key: string): void {
    setPictures((held) => withPrimary(held, key));
    showToast({ kind: "success", title: "Success", description: "Primary image updated" });
  }

  async function uploadAll(): Promise<FormImage[] | null> {
    const ends = await Promise.all(pictures.map((picture) => upload(picture, send)));
    setPictures(ends);
    return ends.every(({ mediaId }) => mediaId !== null) ? ends : null;
  }

  return {
    pictures,
    rejected,
    entries,
    addFiles,
    addStored,
    remove,
    makePrimary,
    uploadAll,
    move: (key: string, place: number) => setPictures((held) => movedTo(held, key, place)),
    describe: (key: string, altText: string) =>
      setPictures((held) => held.map((each) => (each.key === key ? { ...each, altText } : each))),
    replaceAll: (next: readonly DraftImage[]) => setPictures(primaryFirst(storedFormImages(next))),
  };
}

/** Uploads a picture that is not in the library yet; answers it with its id, or as it was when it did not get through. */
async function upload(
  picture: FormImage,
  send: (file: File) => Promise<UploadEnd>,
): Promise<FormImage> {
  if (picture.mediaId !== null || !picture.file) return picture;
  const end = await send(picture.file);
  if (end.ok) return { ...picture, mediaId: end.mediaId };
  const description = `Failed to upload image. ${picture.file.name}: ${end.words}`;
  showToast({ kind: "error", title: "Upload failed", description });
  return picture;
}

/** Previews are given back when the form is left; an Undo may still want one that was removed. */
function useRevokedPreviews(pictures: readonly FormImage[]) {
  const seen = useRef(new Set<string>());
  for (const { preview } of pictures) if (preview) seen.current.add(preview);
  useEffect(() => {
    const previews = seen.current;
    return () => {
      for (const preview of previews) URL.revokeObjectURL(preview);
    };
  }, []);
}

/** What the form's parts are given of it. */
export type FormImages = ReturnType<typeof useFormImages>;
