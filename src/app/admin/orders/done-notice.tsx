import { useEffect, useRef } from "react";
import { Form } from "react-router";
import type { AdminOrder } from "#features/orders/admin-order-queries.server.ts";
import { Notice } from "#ui/notice.tsx";
import { useHydrated } from "#ui/use-hydrated.ts";
import type { Done, OrderAction } from "./order-actions.ts";
import { ORDER_ACTION_MESSAGES } from "./order-actions.ts";
import { MAIL_IS_OUT } from "./undo-step-messages.ts";

/** What takes a step of a parcel back, for as long as it can be; null when nothing does. */
function undoOf({ intent, of }: Done, desk: AdminOrder): OrderAction | null {
  const parcel = desk.parcels.find(({ id }) => id === of);
  if (!parcel || desk.takeBacks[of]?.obstacle !== null) return null;
  if (intent === "ship" && !parcel.deliveredAt) return "unship";
  return intent === "deliver" && parcel.deliveredAt ? "undeliver" : null;
}

/** Whether the customer may have read of what was just taken back. */
function isTold({ intent }: Done, desk: AdminOrder): boolean {
  if (intent !== "undeliver" && intent !== "unship") return false;
  const type = intent === "unship" ? "parcel_taken_back" : "delivery_taken_back";
  return desk.events.findLast((event) => event.type === type)?.detail.mail === "out";
}

/**
 * Says above the order what was just done, with Undo where it can be taken back, and takes the focus there: the form it came from is folded
 * again, and the next Tab is on Undo. It stays until the next step, where a toast would be gone in five seconds.
 */
export function DoneNotice({ done, desk }: { done: Done; desk: AdminOrder }) {
  const place = useRef<HTMLDivElement>(null);
  // A page loaded anew that only now wakes up takes the focus from nobody who is under way already.
  const isWaking = useRef(!useHydrated());
  useEffect(() => {
    if (!isWaking.current || document.activeElement === document.body) place.current?.focus();
  }, []);
  const undo = undoOf(done, desk);
  const warns = isTold(done, desk);
  return (
    <div ref={place} tabIndex={-1} role="status" className="mb-6 outline-none">
      <Notice kind={warns ? "warning" : "success"}>
        <div className="flex flex-wrap items-baseline gap-x-5">
          <p>
            {ORDER_ACTION_MESSAGES[done.intent]} {warns && MAIL_IS_OUT}
          </p>
          {undo && (
            <Form method="post">
              <input type="hidden" name="intent" value={undo} />
              <input type="hidden" name="target" value={done.of} />
              <button type="submit" className="link -my-2.5 min-h-11 font-medium text-ink">
                Undo
              </button>
            </Form>
          )}
        </div>
      </Notice>
    </div>
  );
}
