import { useEffect, useState } from "react";
import { useNavigation } from "react-router";

/** Only a slower navigation shows its progress. */
const PATIENCE_MS = 300;

/** Whether something has been waited for longer than a moment; a screen reader too hears only of that. */
export function useIsLate(isWaiting: boolean): boolean {
  const [isLate, setIsLate] = useState(false);
  useEffect(() => {
    if (!isWaiting) return;
    const timer = setTimeout(() => setIsLate(true), PATIENCE_MS);
    return () => {
      clearTimeout(timer);
      setIsLate(false);
    };
  }, [isWaiting]);
  return isLate && isWaiting;
}

/** Covers pages and form responses. */
export function NavigationProgress() {
  const { state } = useNavigation();
  const isLate = useIsLate(state !== "idle");
  if (!isLate) return null;
  return (
    // The bar lies outside the page's landmarks.
    <div aria-live="polite">
      <div
        role="progressbar"
        aria-label="Loading the next page"
        className="fixed inset-x-0 top-0 z-70 h-0.75 overflow-hidden bg-line print:hidden"
      >
        <div className="h-full origin-left animate-advance bg-demerara" />
      </div>
    </div>
  );
}
