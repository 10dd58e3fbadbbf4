import { useEffect, useState } from "react";
import { useFetcher, useNavigate, useRevalidator } from "react-router";
import { onReturn } from "#app/components/cart/checkout-attempt.browser.ts";
import type { MailRoute } from "#features/base/mail/outbox.ts";
import type { OrderView } from "#features/sales/checkout/retrieve-order.server.ts";

export type FoundOrderData =
  | { kind: "missing" }
  | { kind: "unknown" }
  | { kind: "failed" }
  | {
      kind: "order";
      sessionId: string;
      link: string;
      order: OrderView;
      /** How the shop's emails leave. */
      mailRoute: MailRoute;
    };

/** Polls a pending order at growing intervals. */
const PAUSES_MS = [2_000, 3_000, 5_000, 8_000, 13_000, 20_000, 30_000, 30_000, 30_000, 30_000];

/** `question` starts at 0; null ends polling. */
export function pauseBefore(question: number): number | null {
  return PAUSES_MS[question] ?? null;
}

export type OrderWatch = { watching: boolean; checking: boolean; checkAgain: () => void };

/** Pauses while the page is hidden and ends after the last interval (decision C4). */
export function useOrderWatch(isPending: boolean): OrderWatch {
  const { revalidate, state } = useRevalidator();
  const [requested, setAttempts] = useState(0);
  const pause = pauseBefore(requested);
  useEffect(() => {
    if (!isPending || pause === null || state !== "idle") return;
    const request = () => {
      if (document.hidden) return;
      setAttempts((before) => before + 1);
      void revalidate();
    };
    const timer = setTimeout(request, pause);
    // A page that becomes visible polls at once.
    document.addEventListener("visibilitychange", request);
    return () => {
      clearTimeout(timer);
      document.removeEventListener("visibilitychange", request);
    };
  }, [isPending, pause, state, revalidate]);
  return {
    watching: isPending && pause !== null,
    checking: state !== "idle",
    checkAgain: () => {
      setAttempts(0);
      void revalidate();
    },
  };
}

/** A payment page stays open for half an hour. */
const LATER_MS = 30_000;

/**
 * Opens the order's page once paid or awaiting a transfer, or reports its unpaid end. Polls while visible,
 * and at once when the tab becomes visible or another returns.
 */
export function usePaymentWatch(
  sessionId: string | null,
  onEnd: (as: "cancelled" | "expired") => void,
): void {
  const { data, load, state } = useFetcher<FoundOrderData>();
  const navigate = useNavigate();
  const [looks, setLooks] = useState(0);
  const path = sessionId && `/checkout/success?session_id=${sessionId}`;

  useEffect(() => {
    if (!path || state !== "idle") return;
    const look = () => {
      if (document.hidden) return;
      setLooks((before) => before + 1);
      void load(path);
    };
    const timer = setTimeout(look, pauseBefore(looks) ?? LATER_MS);
    const stop = onReturn(look);
    document.addEventListener("visibilitychange", look);
    return () => {
      clearTimeout(timer);
      stop();
      document.removeEventListener("visibilitychange", look);
    };
  }, [path, state, load, looks]);

  useEffect(() => {
    if (!path || data?.kind !== "order" || data.sessionId !== sessionId) return;
    const { isUnderReview, status, transfer } = data.order;
    if (status === "cancelled" || status === "expired") onEnd(status);
    else if (status !== "pending" || transfer || isUnderReview) void navigate(path);
  }, [data, path, sessionId, navigate, onEnd]);
}
