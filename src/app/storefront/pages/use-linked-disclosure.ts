import { useEffect } from "react";
import { useLocation } from "react-router";

/** Opens the fold that the address names (`#care`) and brings its title into view. */
export function useLinkedDisclosure(): void {
  const { hash } = useLocation();
  useEffect(() => {
    const fold = document.getElementById(hash.slice(1))?.closest("details");
    if (!fold) return;
    fold.open = true;
    fold.scrollIntoView({ block: "start" });
  }, [hash]);
}
