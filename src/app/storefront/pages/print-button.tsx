import { Printer } from "lucide-react";
import { Button } from "#ui/button.tsx";
import { useHydrated } from "#ui/hydration.ts";

/** Opens the printer's window; without script the browser's own menu does, so there is no button. */
export function PrintButton() {
  if (!useHydrated()) return null;
  return (
    <Button variant="quiet" size="sm" onClick={() => window.print()}>
      <Printer size={16} aria-hidden="true" />
      Print this page
    </Button>
  );
}
