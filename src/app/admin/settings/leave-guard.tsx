import { useEffect } from "react";
import { useBlocker } from "react-router";
import { ConfirmDialog } from "#ui/confirm-dialog.tsx";
import { DASHBOARD_PATH, readTab } from "../dashboard/dashboard-tabs.ts";

/** Asks before unsaved changes are left behind; from one inner tab to another they come along. */
export function LeaveGuard({ isDirty }: { isDirty: boolean }) {
  const blocker = useBlocker(
    ({ nextLocation: { pathname, search } }) =>
      isDirty &&
      !(pathname === DASHBOARD_PATH && readTab(new URLSearchParams(search)) === "settings"),
  );
  useEffect(() => {
    if (!isDirty) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener("beforeunload", ask);
    return () => window.removeEventListener("beforeunload", ask);
  }, [isDirty]);
  return (
    <ConfirmDialog
      open={blocker.state === "blocked"}
      onOpenChange={(open) => !open && blocker.reset?.()}
      title="Leave without saving?"
      description="The settings you changed are not saved yet. If you leave now, your changes are lost."
      cancelLabel="Stay here"
      confirmLabel="Leave"
      onConfirm={() => blocker.proceed?.()}
    />
  );
}
