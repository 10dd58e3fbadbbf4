import type { RefObject } from "react";
import { useEffect } from "react";
import type { BlockerFunction } from "react-router";
import { useBlocker } from "react-router";
import { ConfirmDialog } from "#ui/dialog.tsx";

type Props = {
  isChanged: boolean;
  /** True once the page itself leaves, as after saving. */
  isLeaving?: RefObject<boolean>;
  /** Returns true for a link that loses no changes. */
  keepsChanges: (locations: Parameters<BlockerFunction>[0]) => boolean;
  description: string;
};

/** Asks before unsaved changes are lost. */
export function LeaveGuard({ isChanged, isLeaving, keepsChanges, description }: Props) {
  const blocker = useBlocker(
    (locations) => isChanged && !isLeaving?.current && !keepsChanges(locations),
  );
  useEffect(() => {
    if (!isChanged) return;
    const stay = (event: BeforeUnloadEvent) => {
      if (!isLeaving?.current) event.preventDefault();
    };
    window.addEventListener("beforeunload", stay);
    return () => window.removeEventListener("beforeunload", stay);
  }, [isChanged, isLeaving]);
  return (
    <ConfirmDialog
      open={blocker.state === "blocked"}
      onOpenChange={(open) => !open && blocker.reset?.()}
      title="Leave without saving?"
      description={description}
      cancelLabel="Stay here"
      confirmLabel="Leave"
      onConfirm={() => blocker.proceed?.()}
    />
  );
}
