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
 * The hint is for icons only, never for authorization. It is false on the server, because pages are shared. Each render
 * and a tab that becomes visible read the cookie again.
 */
export function useSignedIn(): boolean {
  return useSyncExternalStore(subscribe, isHintedSignedIn, () => false);
}
