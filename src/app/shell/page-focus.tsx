import { Component } from "react";
import type { Location } from "react-router";
import { NavigationType, useLocation, useNavigation, useNavigationType } from "react-router";
import { focusPageStart, pageHeading, partHeading } from "#ui/page-start.ts";
import { sayStatus } from "#ui/status-message.tsx";

/**
 * Does for screen readers and keyboards what a new document does: a new page starts at its heading, a page that is
 * returned to starts at the link that had led away, and a list that shows something else says what it shows. A page
 * that moves the focus itself, such as a form with an error, keeps it.
 */
export function PageFocus() {
  return (
    <FocusKeeper
      location={useLocation()}
      isReturn={useNavigationType() === NavigationType.Pop}
      coming={useNavigation().location}
    />
  );
}

/** `coming`: the page that loads, while the present one still shows. */
type Props = { location: Location; isReturn: boolean; coming: Location | undefined };

/** What the page showed before React changed the document. */
type Before = {
  focused: Element | null;
  /** The dialog that it is in. */
  dialog: Element | null;
  heading: string;
  title: string;
  summary: string;
};

/** What had the focus when an entry of the history was left: a link, or the button that opened a dialog with a URL. */
type Opener = { element: WeakRef<HTMLElement>; address: string | null; position: number };

/** Knows only entries of this tab since the document loaded. */
const openers = new Map<string, Opener>();

const linksTo = (address: string) =>
  [...document.querySelectorAll<HTMLElement>("main a[href]")].filter(
    (link) => link.getAttribute("href") === address,
  );

function rememberOpener(entry: string, focused: Element | null): void {
  if (!(focused instanceof HTMLElement) || focused.closest("main") === null) return;
  if (focused.localName === "main") return;
  const address = focused.getAttribute("href");
  openers.set(entry, {
    element: new WeakRef(focused),
    address,
    position: address === null ? -1 : linksTo(address).indexOf(focused),
  });
}

/** The page that is returned to is made anew, except below a dialog. */
function findOpener(entry: string): HTMLElement | null {
  const opener = openers.get(entry);
  if (!opener) return null;
  const { address, position } = opener;
  const element = opener.element.deref();
  if (element?.isConnected && element.getAttribute("href") === address && isShown(element)) {
    return element;
  }
  return address === null ? null : (linksTo(address)[position] ?? null);
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
  const address = closed.pathname + closed.search;
  const isClosed = address !== location.pathname + location.search;
  const links = isClosed ? linksTo(address) : [];
  const successor = [...fields, ...links].find(isShown);
  successor?.focus({ preventScroll: true });
  return successor !== undefined;
}

/** The link of a navigation, such as a tab, that the page made anew with the rest of it. */
function sameTab(gone: Element | null): HTMLElement | null {
  const address = gone?.closest("nav") ? gone.getAttribute("href") : null;
  const links = address === null ? [] : linksTo(address);
  return links.find((link) => link.closest("nav") !== null && isShown(link)) ?? null;
}

/** The body has the focus where nothing has it, and the main part between two pages. */
const isElement = (focused: Element | null) =>
  focused !== null && focused !== document.body && focused.localName !== "main";

/** Nothing of the page behind an open dialog can be reached, and the dialog shows its next step itself. */
function isOpenDialog(dialog: Element | null): boolean {
  return dialog?.isConnected === true && dialog.matches("[data-open]");
}

function sayIfChanged(text: string, before: string): void {
  if (text !== "" && text !== before) sayStatus(text);
}

const headingText = () => pageHeading()?.textContent ?? "";

/** A list says what it shows when it showed something else before. */
function sayOtherList({ summary }: Before): void {
  if (summary !== "") sayIfChanged(listSummary(), summary);
}

/** The heading of a section with several pages, such as "Content Management System", does not say which of them is open. */
function sayPageOfSection(): void {
  const { title } = document;
  const heading = headingText();
  if (heading !== "" && title.includes(heading) && !title.startsWith(heading)) sayStatus(title);
}

/** What the URL chooses on a page, without the panel that it opens: a panel that opens has the focus and names itself. */
function choiceOf({ search }: Location): string {
  const parameters = new URLSearchParams(search);
  parameters.delete("show");
  return `${parameters}`;
}

const pageNumber = ({ search }: Location) => new URLSearchParams(search).get("page");

/** The texts that name what a list shows: how many, of which kind, on which page. */
const listSummary = () =>
  [...document.querySelectorAll("main [data-summary]")]
    .filter((part) => part.closest("[hidden]") === null)
    .map((part) => part.getAttribute("data-summary") || part.textContent)
    .join(", ");

/** Another heading, page of a list or path; a tab below the heading, such as those of the account, is another choice on the same page. */
function isNewPage(before: Location, now: Location, isSameHeading: boolean, isLost: boolean) {
  const isTab = isSameHeading && !isLost && document.activeElement?.closest("main") !== null;
  return (
    !isSameHeading ||
    pageNumber(before) !== pageNumber(now) ||
    (before.pathname !== now.pathname && !isTab)
  );
}

/** A class, because only `getSnapshotBeforeUpdate` sees the focus before the clicked link leaves the document. */
class FocusKeeper extends Component<Props> {
  override getSnapshotBeforeUpdate(earlier: Props): Before | null {
    const focused = document.activeElement;
    const { coming } = this.props;
    // Before the next page loads: while that is slow, a skeleton hides the link, which loses the focus.
    if (coming ? coming !== earlier.coming : !earlier.coming) {
      rememberOpener(earlier.location.key, focused);
    }
    if (earlier.location.key === this.props.location.key) return null;
    const dialog = focused?.closest("[role=dialog]") ?? null;
    const { title } = document;
    return { focused, dialog, heading: headingText(), title, summary: listSummary() };
  }

  override componentDidUpdate(earlier: Props, _state: unknown, before: Before | null): void {
    if (!before) return;
    const { location } = this.props;
    const now = document.activeElement;
    const isLost = !isElement(now);
    // The page has moved the focus itself, as a form does.
    if (!isLost && now !== before.focused) {
      sayIfChanged(document.title, before.title);
      return;
    }
    if (earlier.location.pathname === location.pathname && isOpenDialog(before.dialog)) {
      this.sayChange(before, choiceOf(earlier.location) !== choiceOf(location));
      return;
    }
    this.goOn(earlier.location, before, isLost);
  }

  goOn(earlier: Location, before: Before, isLost: boolean): void {
    const { location, isReturn } = this.props;
    const isSameHeading = before.heading === headingText();
    const isOtherPart = isSameHeading && earlier.pathname !== location.pathname && !isReturn;
    const tab = isLost && isOtherPart ? sameTab(before.focused) : null;
    if (tab) {
      tab.focus({ preventScroll: true });
      sayIfChanged(document.title, before.title);
    } else if (isNewPage(earlier, location, isSameHeading, isLost)) {
      this.start(earlier, isSameHeading);
      // The heading does not say which page of the list is open.
      if (isSameHeading && !isReturn) sayOtherList(before);
    } else if (isLost && isElement(before.focused) && !goOnFrom(before.focused, earlier)) {
      this.start(earlier, isSameHeading);
    } else {
      // A form that replaced the link which opened it is no list in another order.
      const isSorted = !isLost || before.focused?.matches(TEXT_FIELDS) === true;
      this.sayChange(before, isSorted && choiceOf(earlier) !== choiceOf(location));
    }
  }

  start(earlier: Location, isSameHeading: boolean): void {
    const { isReturn, location } = this.props;
    const opener = isReturn ? findOpener(location.key) : null;
    if (opener) {
      opener.focus({ preventScroll: true });
      // A dialog with a fragment of its own closes above the same page.
      const isSamePage =
        earlier.pathname === location.pathname && earlier.search === location.search;
      if (!isSamePage) sayStatus(document.title);
    } else {
      const isPart = isSameHeading && earlier.pathname !== location.pathname;
      focusPageStart(location.hash, (isPart ? partHeading() : null) ?? pageHeading());
      if (!isSameHeading) sayPageOfSection();
    }
  }

  /** Another choice on the same page leaves the focus on the choice; another order of a list has the same summary. */
  sayChange(before: Before, isOtherChoice: boolean): void {
    const summary = listSummary();
    const isOtherList = before.summary !== "" && summary !== "" && summary !== before.summary;
    if (isOtherList) sayStatus(summary);
    else if (document.title !== before.title) sayStatus(document.title);
    else if (isOtherChoice) sayStatus(summary || document.title);
  }

  override render() {
    return null;
  }
}
