import { useEffect } from "react";
import { useLocation } from "react-router";
import { useSignedIn } from "#app/shell/use-signed-in.ts";

/**
 * Keeps cart and wishlist of a signed-in customer the same on every device (ADR 0013). Visitors download nothing; after a failed
 * download the next page tries again.
 */
export function useDeviceSync(): void {
  const { key } = useLocation();
  const signedIn = useSignedIn();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key changes with every page
  useEffect(() => {
    if (!signedIn) return;
    import("./device-sync.browser.ts").then(
      ({ keepInStep }) => keepInStep(),
      () => undefined,
    );
  }, [signedIn, key]);
}
