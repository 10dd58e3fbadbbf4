import { useSyncExternalStore } from "react";
import { isHintedSignedIn } from "#features/identity/signed-in-hint.browser.ts";

function subscribe(onChange: () => void): () => void {
  addEventListener("focus", onChange);
  document.addEventListener("visibilitychange", onChange);
  return () => {
    removeEventListener("focus", onChange);
    document.removeEventListener("visibilitychange", onChange);
  };
}

/**
 * Whether the hint cookie says that somebody is signed in: for icons only, never for a right. False on the server,
 * so that a page is the same for everybody; read again on every render and when the tab comes back.
 */
export function useSignedIn(): boolean {
  return useSyncExternalStore(subscribe, isHintedSignedIn, () => false);
}
