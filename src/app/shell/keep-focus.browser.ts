import { useEffect } from "react";
import { pageHeading } from "#ui/page-start.ts";

/** An ancestor of a focused element, and which of its children leads to the element. */
type Step = { ancestor: Element; index: number };

/** A focused element with its way up to the body. */
type Focused = { element: HTMLElement; pathname: string; way: readonly Step[] };

/** A dialog or a toast and what it was opened from. */
const REMEMBERED = 4;

/** What closes by itself, and is no location to go on from. */
const PASSING = "[data-toasts]";

/** Parts of a page that somebody works in. */
const PARTS = "main, [role=dialog], [role=alertdialog]";

const isShown = (element: Element) => element.isConnected && element.checkVisibility();

function wayUp(element: Element): readonly Step[] {
  const way: Step[] = [];
  for (let child = element; child.parentElement; child = child.parentElement) {
    const ancestor = child.parentElement;
    way.push({ ancestor, index: [...ancestor.children].indexOf(child) });
  }
  return way;
}

/**
 * The control that does the same beside or instead of one that is gone: of its look and its words, so that a second press of a key never
 * does something else.
 */
function sameControlIn(container: Element, gone: Element): HTMLElement | null {
  const controls = [...container.querySelectorAll<HTMLElement>(gone.tagName)];
  const same = controls.find(
    (each) =>
      each.className === gone.className &&
      each.textContent === gone.textContent &&
      each.offsetParent !== null &&
      !each.matches(":disabled"),
  );
  return same ?? null;
}

/**
 * Where to go on from an element that is gone or hidden: what took its row's position, else the part of the page around
 * it, which is its heading where that part is the whole page.
 */
function neighbourOf({ element, way }: Focused): HTMLElement | null {
  const nearest = way.find(({ ancestor }) => isShown(ancestor));
  if (!nearest?.ancestor.closest(PARTS)) return null;
  const { ancestor, index } = nearest;
  const child = ancestor.children[Math.min(index, ancestor.children.length - 1)];
  const control = (child && sameControlIn(child, element)) ?? sameControlIn(ancestor, element);
  if (control) return control;
  const around = ancestor.closest<HTMLElement>(`section, ${PARTS}`);
  const heading = around?.localName === "main" ? pageHeading() : null;
  heading?.setAttribute("data-page-start", "");
  const part = heading ?? around;
  if (part && !part.hasAttribute("tabindex")) part.tabIndex = -1;
  return part;
}

/** What was focused last and is still there, or else its neighbour; null where the page has none. */
function nextOf(focused: readonly Focused[]): HTMLElement | null {
  for (const each of focused) {
    if (each.way.some(({ ancestor }) => ancestor.matches(PASSING))) continue;
    const next = isShown(each.element) ? each.element : neighbourOf(each);
    if (next) return next;
  }
  return null;
}

/**
 * Gives the focus to the neighbour of a focused element that leaves the page, such as the button of a removed row, because the browser
 * gives it to the body, from where a keyboard or a screen reader starts again. What closes, such as a dialog, returns it to what was
 * focused before. A new page is left alone. Returns a function that stops it.
 */
function keepFocus(document: Document): () => void {
  const view = document.defaultView;
  if (!view) return () => {};
  let focused: readonly Focused[] = [];
  // A menu that closes as the focus leaves it goes before the focus has arrived.
  let isOnItsWay = false;
  const leave = ({ relatedTarget }: FocusEvent) => {
    isOnItsWay = relatedTarget !== null;
    // A bar that is hidden, such as that of ticked rows, changes no child of the page.
    if (!isOnItsWay) view.requestAnimationFrame(() => restore());
  };
  const remember = ({ target }: Event) => {
    isOnItsWay = false;
    if (!(target instanceof view.HTMLElement) || target === document.body) return;
    const { pathname } = view.location;
    const others = focused.filter(({ element }) => element !== target);
    focused = [{ element: target, pathname, way: wayUp(target) }, ...others].slice(0, REMEMBERED);
  };
  const restore = () => {
    const [last] = focused;
    if (isOnItsWay || !last || isShown(last.element) || document.activeElement !== document.body)
      return;
    const here = focused.filter(({ pathname }) => pathname === view.location.pathname);
    focused = [];
    if (here[0] !== last) return;
    nextOf(here)?.focus({ preventScroll: true });
  };
  const observer = new view.MutationObserver(restore);
  observer.observe(document, { childList: true, subtree: true });
  document.addEventListener("focusin", remember);
  // Before the handlers of the page, which may close what the focus leaves.
  document.addEventListener("focusout", leave, true);
  return () => {
    observer.disconnect();
    document.removeEventListener("focusin", remember);
    document.removeEventListener("focusout", leave, true);
  };
}

/** Keeps the focus while the page is open. */
export function useFocusOfRemoved(): void {
  useEffect(() => keepFocus(document), []);
}
