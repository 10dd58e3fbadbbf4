import { useEffect, useSyncExternalStore } from "react";
import { useRevalidator } from "react-router";
import type { UploadEntry } from "#features/media/upload-queue.ts";
import { uploadQueue, watchUploads } from "./upload-queue.browser.ts";

const none: readonly UploadEntry[] = [];

/** The uploads on their way; the page is brought up to date with each that arrives, and leaving asks first while one is sent. */
export function useUploads(): readonly UploadEntry[] {
  const { revalidate } = useRevalidator();
  useEffect(() => watchUploads(() => void revalidate()), [revalidate]);
  useEffect(() => {
    const goOn = () => uploadQueue.retryLost();
    const stay = (event: BeforeUnloadEvent) => uploadQueue.isBusy() && event.preventDefault();
    window.addEventListener("online", goOn);
    window.addEventListener("beforeunload", stay);
    return () => {
      window.removeEventListener("online", goOn);
      window.removeEventListener("beforeunload", stay);
    };
  }, []);
  return useSyncExternalStore(uploadQueue.subscribe, uploadQueue.current, () => none);
}
