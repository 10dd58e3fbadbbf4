import { useEffect } from "react";
import { useLocation, useNavigate } from "react-router";
import { useSignedIn } from "#app/shell/use-signed-in.ts";

/** Syncs a customer's devices (ADR 0013). Visitors download nothing; the next page retries a failed download. */
export function useDeviceSync(): void {
  const { key } = useLocation();
  const signedIn = useSignedIn();
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs on every page
  useEffect(() => {
    if (!signedIn) return;
    import("./device-sync.browser.ts").then(
      ({ keepInStep }) => keepInStep(),
      () => undefined,
    );
  }, [signedIn, key]);
}

/** Only browsers with a cart from before JavaScript download anything (ADR 0025). */
export function useSimpleCartMerge(): void {
  const { key, pathname } = useLocation();
  const navigate = useNavigate();
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs on every page
  useEffect(() => {
    if (!/(?:^|;\s*)da_cart_hint=waiting(?:;|$)/.test(document.cookie)) return;
    import("./merge-simple-cart.browser.ts")
      .then(({ mergeSimpleCart }) => mergeSimpleCart())
      .then(
        (merged) => {
          if (merged && pathname === "/cart/simple") void navigate("/cart", { replace: true });
        },
        () => undefined,
      );
  }, [key]);
}
