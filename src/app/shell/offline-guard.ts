import { useEffect } from "react";
import { showToast } from "#ui/toast-store.ts";

/** Set on a posting form, or a link to a page, that works without a network. */
const WORKS_OFFLINE = "data-works-offline";

/** A link or a form gets these attributes. */
export const worksOffline = { [WORKS_OFFLINE]: "" };

function opensPage(event: MouseEvent): boolean {
  if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) {
    return false;
  }
  const link = event.target instanceof Element ? event.target.closest("a") : null;
  if (!link?.href || link.target === "_blank" || link.hasAttribute("download")) return false;
  if (link.origin !== location.origin) return false;
  return link.pathname + link.search !== location.pathname + location.search;
}

function hold(event: Event, description: string): void {
  event.preventDefault();
  event.stopPropagation();
  showToast({ kind: "error", title: "You are offline", description });
}

function holdLink(event: MouseEvent): void {
  if (navigator.onLine || !opensPage(event)) return;
  const link = event.target instanceof Element ? event.target.closest("a") : null;
  if (link?.hasAttribute(WORKS_OFFLINE)) {
    // As a document: the router would ask for scripts and data that are not there.
    event.preventDefault();
    event.stopPropagation();
    location.assign(link.href);
    return;
  }
  hold(event, "The page can be opened once you are connected again.");
}

function holdForm(event: SubmitEvent): void {
  const form = event.target as HTMLFormElement;
  if (navigator.onLine || form.method !== "post" || form.hasAttribute(WORKS_OFFLINE)) return;
  hold(event, "What you entered is still here. Please send it once you are connected again.");
}

/** Offline, a missing script makes the router reload into an error page. Keeps the page and its forms. */
export function useOfflineGuard(): void {
  useEffect(() => {
    // Runs before the router, which listens at the document.
    window.addEventListener("click", holdLink, true);
    window.addEventListener("submit", holdForm, true);
    return () => {
      window.removeEventListener("click", holdLink, true);
      window.removeEventListener("submit", holdForm, true);
    };
  }, []);
}
