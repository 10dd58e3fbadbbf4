import { useSyncExternalStore } from "react";
import { isHintedSignedIn } from "#features/base/identity/signed-in-hint.browser.ts";

function subscribe(onChange: () => void): () => void {
  addEventListener("focus", onChange);
  document.addEventListener("visibilitychange", onChange);
  return () => {
    removeEventListener("focus", onChange);
    document.removeEventListener("visibilitychange", onChange);
  };
}

/**
 * For icons only, never for authorization. False on the server: pages are shared. Rereads the cookie on every
 * render and when the tab becomes visible.
 */
export function useSignedIn(): boolean {
  return useSyncExternalStore(subscribe, isHintedSignedIn, () => false);
}
