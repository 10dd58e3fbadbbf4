/** The tab that the payment page opens in (specification 2, Checkout; decision C2). */
export type PaymentTab = {
  /** Shows the payment page, in this tab where no other could be opened; true when it is in a tab of its own. */
  show(url: string): boolean;
  /** Takes the waiting tab away again, because there is nothing to pay yet. */
  close(): void;
};

/** Opens the tab at once, inside the click: a browser blocks one that opens only after an answer has come. */
export function openPaymentTab(): PaymentTab {
  const tab = window.open("", "_blank");
  try {
    if (tab) tab.document.body.textContent = "Opening the payment page…";
  } catch {
    // A browser that keeps the tab to itself still takes it to an address.
  }
  return {
    show(url) {
      if (tab && !tab.closed) {
        tab.opener = null;
        tab.location.replace(url);
        return true;
      }
      window.location.assign(url);
      return false;
    },
    close() {
      tab?.close();
    },
  };
}
