import { useEffect, useSyncExternalStore } from "react";
import { useRevalidator } from "react-router";
import type { UploadEntry } from "#features/media/upload-queue.ts";
import { uploadDesk, watchUploads } from "./upload-desk.browser.ts";

const none: readonly UploadEntry[] = [];

/** The uploads on their way; the page is brought up to date with each that arrives, and leaving asks first while one is sent. */
export function useUploads(): readonly UploadEntry[] {
  const { revalidate } = useRevalidator();
  useEffect(() => watchUploads(() => void revalidate()), [revalidate]);
  useEffect(() => {
    const goOn = () => uploadDesk.retryLost();
    const stay = (event: BeforeUnloadEvent) => uploadDesk.isBusy() && event.preventDefault();
    window.addEventListener("online", goOn);
    window.addEventListener("beforeunload", stay);
    return () => {
      window.removeEventListener("online", goOn);
      window.removeEventListener("beforeunload", stay);
    };
  }, []);
  return useSyncExternalStore(uploadDesk.subscribe, uploadDesk.current, () => none);
}
