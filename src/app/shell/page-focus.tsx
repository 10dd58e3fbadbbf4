import { Component } from "react";
import type { Location } from "react-router";
import { NavigationType, useLocation, useNavigationType } from "react-router";
import { focusPageStart, pageHeading } from "#ui/page-start.ts";
import { sayStatus } from "#ui/status-message.tsx";

/**
 * Does for screen readers and keyboards what a new document does: a new page starts at its heading, a page that is
 * returned to starts at the link that had led away, and a list that shows something else says what it shows. A page
 * that moves the focus itself, such as a form with an error, keeps it.
 */
export function PageFocus() {
  const location = useLocation();
  return <FocusKeeper location={location} isReturn={useNavigationType() === NavigationType.Pop} />;
}

type Props = { location: Location; isReturn: boolean };

/** What the page showed before React changed the document. */
type Before = {
  focused: Element | null;
  /** The dialog that it is in. */
  dialog: Element | null;
  heading: string;
  title: string;
  summary: string;
};

type LeftLink = { address: string; position: number };

/** Knows only entries of this tab since the document loaded. */
const leftLinks = new Map<string, LeftLink>();

const linksTo = (address: string) =>
  [...document.querySelectorAll<HTMLElement>("main a[href]")].filter(
    (link) => link.getAttribute("href") === address,
  );

function rememberLink(entry: string, focused: Element | null): void {
  if (!(focused instanceof HTMLElement) || focused.closest("main") === null) return;
  const address = focused.getAttribute("href");
  if (address === null) return;
  leftLinks.set(entry, {
    address,
    position: linksTo(address).indexOf(focused),
  });
}

function findLeftLink(entry: string): HTMLElement | null {
  const left = leftLinks.get(entry);
  return left ? (linksTo(left.address)[left.position] ?? null) : null;
}

const isShown = (element: HTMLElement) => element.checkVisibility({ visibilityProperty: true });

/** A button or a box of the same name may do something else. */
const TEXT_FIELDS = "select, textarea, input:not([type=checkbox], [type=radio])";

/**
 * Moves the focus on when the page replaced what had it: to the same field of a filter that was made anew, or, where
 * something was closed, to the link that had opened it. Returns whether there is one.
 */
function goOnFrom(gone: Element | null, closed: Location): boolean {
  const name = gone?.matches(TEXT_FIELDS) ? gone.getAttribute("name") : null;
  const fields = name
    ? document.querySelectorAll<HTMLElement>(`main ${gone?.localName}[name="${CSS.escape(name)}"]`)
    : [];
  const openers = linksTo(closed.pathname + closed.search);
  const successor = [...fields, ...openers].find(isShown);
  successor?.focus({ preventScroll: true });
  return successor !== undefined;
}

/** The body has the focus where nothing has it. */
const isElement = (focused: Element | null) => focused !== null && focused !== document.body;

/** Nothing of the page behind an open dialog can be reached, and the dialog shows its next step itself. */
function isOpenDialog(dialog: Element | null): boolean {
  return dialog?.isConnected === true && dialog.matches("[data-open]");
}

function sayIfChanged(text: string, before: string): void {
  if (text !== "" && text !== before) sayStatus(text);
}

const headingText = () => pageHeading()?.textContent ?? "";

const pageNumber = ({ search }: Location) => new URLSearchParams(search).get("page");

/** The texts that name what a list shows: how many, of which kind, on which page. */
const listSummary = () =>
  [...document.querySelectorAll("main [data-summary]")]
    .filter((part) => part.closest("[hidden]") === null)
    .map((part) => part.getAttribute("data-summary") || part.textContent)
    .join(", ");

/** A class, because only `getSnapshotBeforeUpdate` sees the focus before the clicked link leaves the document. */
class FocusKeeper extends Component<Props> {
  override getSnapshotBeforeUpdate(earlier: Props): Before | null {
    if (earlier.location.key === this.props.location.key) return null;
    const focused = document.activeElement;
    rememberLink(earlier.location.key, focused);
    const dialog = focused?.closest("[role=dialog]") ?? null;
    const { title } = document;
    return { focused, dialog, heading: headingText(), title, summary: listSummary() };
  }

  override componentDidUpdate(earlier: Props, _state: unknown, before: Before | null): void {
    if (!before) return;
    const { location, isReturn } = this.props;
    const now = document.activeElement;
    const isLost = !isElement(now);
    // The page has moved the focus itself, as the tabs of the account do.
    if (!isLost && now !== before.focused) {
      sayIfChanged(document.title, before.title);
      return;
    }
    const isSearchChanged = earlier.location.search !== location.search;
    if (earlier.location.pathname === location.pathname && isOpenDialog(before.dialog)) {
      this.sayChange(before, isSearchChanged);
      return;
    }
    const isSameHeading = before.heading === headingText();
    // A tab below the heading, such as those of the account, is another choice on the same page.
    const isTab = isSameHeading && !isLost && now?.closest("main") !== null;
    const isNew =
      !isSameHeading ||
      pageNumber(earlier.location) !== pageNumber(location) ||
      (earlier.location.pathname !== location.pathname && !isTab);
    if (isNew) {
      this.start(location, isReturn);
      // The heading does not say which page of the list is open.
      if (isSameHeading && !isReturn) sayIfChanged(listSummary(), before.summary);
    } else if (isLost && isElement(before.focused) && !goOnFrom(before.focused, earlier.location)) {
      this.start(location, isReturn);
    } else {
      this.sayChange(before, isSearchChanged);
    }
  }

  start({ key, hash }: Location, isReturn: boolean): void {
    const link = isReturn ? findLeftLink(key) : null;
    if (link) {
      link.focus({ preventScroll: true });
      sayStatus(document.title);
    } else {
      focusPageStart(hash);
    }
  }

  /** Another choice on the same page leaves the focus on the choice; another order of a list has the same summary. */
  sayChange(before: Before, isOtherChoice: boolean): void {
    const summary = listSummary();
    if (summary !== "" && summary !== before.summary) sayStatus(summary);
    else if (document.title !== before.title) sayStatus(document.title);
    else if (isOtherChoice) sayStatus(summary || document.title);
  }

  override render() {
    return null;
  }
}
