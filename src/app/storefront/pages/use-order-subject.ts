import { useEffect } from "react";

/**
 * Fills in the subject when the address names an order (`?order=8a6e0804`). In the browser alone: the page is the same for everybody
 * and knows no order.
 */
export function useOrderSubject(formId: string): void {
  useEffect(() => {
    const order = new URLSearchParams(window.location.search).get("order") ?? "";
    if (!/^[0-9a-f]{8}$/.test(order)) return;
    const subject = document.querySelector<HTMLInputElement>(`#${formId} input[name=subject]`);
    if (subject?.value === "") subject.value = `About order ${order}…`;
  }, [formId]);
}
