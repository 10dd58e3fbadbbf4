import type { RefObject } from "react";
import { useEffect } from "react";
import { useBlocker } from "react-router";
import { ConfirmDialog } from "#ui/dialog.tsx";

type Props = { isChanged: boolean; isLeaving: RefObject<boolean> };

/** Asks before a page with unsaved changes is left, by a link or by closing the window. */
export function LeaveGuard({ isChanged, isLeaving }: Props) {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      isChanged && !isLeaving.current && currentLocation.pathname !== nextLocation.pathname,
  );
  useEffect(() => {
    const stay = (event: BeforeUnloadEvent) => {
      if (isChanged && !isLeaving.current) event.preventDefault();
    };
    window.addEventListener("beforeunload", stay);
    return () => window.removeEventListener("beforeunload", stay);
  }, [isChanged, isLeaving]);
  return (
    <ConfirmDialog
      open={blocker.state === "blocked"}
      onOpenChange={(open) => !open && blocker.reset?.()}
      title="Leave without saving?"
      description="What you changed on this page is lost."
      cancelLabel="Stay here"
      confirmLabel="Leave"
      onConfirm={() => blocker.proceed?.()}
    />
  );
}
