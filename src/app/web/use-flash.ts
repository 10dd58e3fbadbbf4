import { useEffect } from "react";
import { useLocation } from "react-router";

/**
 * Shows, once, the message that the page before left in a cookie. Read by the browser, because the page may be one that is the same
 * for everybody; its words are downloaded only when there is a message.
 */
export function useFlash(): void {
  const { key } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key changes with every navigation, and only those leave messages
  useEffect(() => {
    if (!document.cookie.includes("da_flash=")) return;
    void import("./show-flash.ts").then(({ showFlash }) => showFlash());
  }, [key]);
}
