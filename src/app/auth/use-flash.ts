import { useEffect } from "react";
import type { ToastInput } from "#ui/toast-store.ts";
import { showToast } from "#ui/toast-store.ts";
import type { Flash } from "./browser-cookies.ts";

/** Specification 4 and 8. */
const words: Record<Flash, ToastInput> = {
  "access-granted": { kind: "success", title: "Access granted" },
  "signed-out": {
    kind: "success",
    title: "Signed out",
    description: "You have been signed out successfully.",
  },
};

/** Shows the message that the page before left, once. */
export function useFlash(flash: Flash | null): void {
  useEffect(() => {
    if (flash) showToast(words[flash]);
  }, [flash]);
}
