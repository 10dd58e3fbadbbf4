import { useEffect, useState } from "react";
import { useNavigation } from "react-router";

/** Only a slower navigation shows its progress. */
const PATIENCE_MS = 300;

/** Covers pages and form responses. */
export function NavigationProgress() {
  const { state } = useNavigation();
  const isWaiting = state !== "idle";
  const [isLate, setIsLate] = useState(false);
  useEffect(() => {
    if (!isWaiting) return;
    const timer = setTimeout(() => setIsLate(true), PATIENCE_MS);
    return () => {
      clearTimeout(timer);
      setIsLate(false);
    };
  }, [isWaiting]);
  if (!isLate || !isWaiting) return null;
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
