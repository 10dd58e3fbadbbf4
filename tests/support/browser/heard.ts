import type { CDPSession, Page } from "@playwright/test";

declare global {
  interface Window {
    /** Texts of the live regions since the last `takeSaid`, in their order. */
    heardTexts?: string[];
  }
}

/** What a screen reader has to say: what has the focus, and the texts of the live regions. */
export type Heard = { said: readonly string[]; focus: string };

/**
 * Runs in the page. Records what live regions say as screen readers read it: a region that arrives with its text says
 * nothing, except an alert, and so does one that was hidden before; an atomic region is read whole; what is hidden or removed is not read.
 */
function recordLiveRegions(): void {
  const LIVE = "[aria-live], [role=status], [role=alert], [role=log], output";
  const texts: string[] = [];
  window.heardTexts = texts;
  const known = new WeakSet<Element>();
  const isHidden = (element: Element) =>
    element.closest("[aria-hidden=true], [inert], [hidden]") !== null ||
    getComputedStyle(element).display === "none";
  const textOf = (node: Node): string => {
    if (node instanceof Text) return node.data;
    if (!(node instanceof Element) || isHidden(node) || node.matches("script, style")) return "";
    const name = node.getAttribute("aria-label") ?? node.getAttribute("alt");
    if (name !== null) return ` ${name} `;
    const inside = [...node.childNodes].map(textOf).join("");
    return getComputedStyle(node).display.startsWith("inline") ? inside : ` ${inside} `;
  };
  const tidy = (text: string) => text.replace(/[\s\u00A0]+/g, " ").trim();
  const regionOf = (node: Node) => {
    const element = node instanceof Element ? node : node.parentElement;
    const region = element?.closest(LIVE) ?? null;
    return region?.getAttribute("aria-live") === "off" ? null : region;
  };
  const isAtomic = (region: Element) =>
    region.getAttribute("aria-atomic") === "true" ||
    (region.matches("[role=status], [role=alert]") &&
      region.getAttribute("aria-atomic") !== "false");
  const say = (text: string) => {
    const said = tidy(text);
    if (said !== "" && texts.at(-1) !== said) texts.push(said);
  };
  const learn = () => {
    for (const region of document.querySelectorAll(LIVE)) {
      if (isHidden(region)) known.delete(region);
      else known.add(region);
    }
  };
  const changedNodes = (changes: readonly MutationRecord[]) =>
    changes
      .flatMap(({ type, target, addedNodes }) =>
        type === "characterData" ? [target] : [...addedNodes],
      )
      .filter((node) => node.isConnected);
  const sayAlertsOf = (node: Node) => {
    if (!(node instanceof Element)) return;
    const alerts = [...node.querySelectorAll("[role=alert]")];
    if (node.matches("[role=alert]")) alerts.push(node);
    for (const alert of alerts) if (!isHidden(alert)) say(textOf(alert));
  };
  const sayRegion = (region: Element, nodes: readonly Node[]) => {
    if (isHidden(region)) return;
    if (isAtomic(region)) say(textOf(region));
    else for (const node of nodes) say(textOf(node));
  };
  const read = (changes: readonly MutationRecord[]) => {
    const changed = new Map<Element, Node[]>();
    for (const node of changedNodes(changes)) {
      const region = regionOf(node);
      if (region && known.has(region)) {
        changed.set(region, (changed.get(region) ?? []).concat(node));
      } else {
        sayAlertsOf(node);
      }
    }
    for (const [region, nodes] of changed) sayRegion(region, nodes);
    learn();
  };
  new MutationObserver(read).observe(document, {
    childList: true,
    characterData: true,
    subtree: true,
  });
  document.addEventListener("DOMContentLoaded", learn);
  learn();
}

/** States that a screen reader says after the name. */
const STATES = ["checked", "pressed", "expanded", "selected", "invalid", "disabled"] as const;

/** Words that the reading of states uses, as screen readers do. */
function stateWord(name: string, value: unknown): string {
  if (name === "expanded") return value ? "expanded" : "collapsed";
  if (name === "invalid") return value === "false" ? "" : "invalid";
  return value === true || value === "true" ? name : value === "mixed" ? `${name} in part` : "";
}

/** A list of suggestions leaves the focus in its field and names the option that is read. */
const READ_ELEMENT = `(() => {
  const focused = document.activeElement;
  const option = focused?.getAttribute("aria-activedescendant");
  return (option && document.getElementById(option)) || focused;
})()`;

/** Read of what has the focus without a name, such as an alert. */
async function textOf(session: CDPSession, objectId: string): Promise<string> {
  const { result } = await session.send("Runtime.callFunctionOn", {
    objectId,
    functionDeclaration: "function () { return this.textContent.trim().slice(0, 200) }",
  });
  return result.value;
}

/** The dialog around the focus, whose name is read when the focus enters it. */
async function dialogAround(session: CDPSession): Promise<string> {
  const { result } = await session.send("Runtime.evaluate", {
    expression: `(() => {
      const dialog = document.activeElement?.closest("[role=dialog], [role=alertdialog]");
      const named = (attribute) => document.getElementById(dialog?.getAttribute(attribute))?.innerText.replace(/\\s+/g, " ");
      return dialog ? [named("aria-labelledby") ?? dialog.ariaLabel, named("aria-describedby")].filter(Boolean).join(": ") : "";
    })()`,
  });
  return result.value;
}

/** Role, name, description, value and states of what has the focus, from the accessibility tree. */
async function describeFocus(session: CDPSession): Promise<string> {
  const { result } = await session.send("Runtime.evaluate", { expression: READ_ELEMENT });
  if (!result.objectId) return "nothing";
  const { nodes } = await session.send("Accessibility.getPartialAXTree", {
    objectId: result.objectId,
    fetchRelatives: false,
  });
  const node = nodes[0];
  const role = node?.role?.value ?? "";
  if (!node || node.ignored || role === "RootWebArea") return "nothing";
  const states = STATES.map((state) => {
    const property = node.properties?.find(({ name }) => name === state);
    return property ? stateWord(state, property.value.value) : "";
  });
  const value = `${node.value?.value ?? ""}`;
  const name = `${node.name?.value ?? ""}` || (await textOf(session, result.objectId));
  const description = `${node.description?.value ?? ""}`;
  const dialog = await dialogAround(session);
  const parts = [
    dialog && `in the dialog "${dialog}":`,
    `${role} "${name}"`,
    value && `holds "${value}"`,
    ...states,
    // Screen readers leave out a description that repeats the name, as a tooltip does.
    description === name ? "" : description,
  ];
  return parts
    .filter((part) => part !== "")
    .join(", ")
    .replace(":,", ":");
}

/** Texts that differ from run to run. */
const VARYING: readonly (readonly [RegExp, string])[] = [
  [/\b[0-9a-f]{8}-[0-9a-f-]{27}\b/g, "(id)"],
  [/\b(?=[0-9a-f]*\d)[0-9a-f]{8}\b/g, "(number)"],
  [/\bRA-[2-9A-Z]{8}\b/g, "RA-(number)"],
  [/\S+@example\.\w+/g, "(email)"],
  [
    /\b\d{1,2} (January|February|March|April|May|June|July|August|September|October|November|December)( \d{4})?/g,
    "(day)",
  ],
  [/\b\d{1,2}:\d{2}( [ap]m)?/g, "(time)"],
];

const withoutVarying = (text: string) =>
  VARYING.reduce((rest, [pattern, word]) => rest.replace(pattern, word), text).replaceAll("|", "/");

/** Said only on a slow machine. */
const IS_PASSING = /^(Loading|Loading .*|Checking admin privileges\.\.\.)$/;

/** Hears a page from its next document on. */
export async function hearPage(page: Page) {
  await page.addInitScript(recordLiveRegions);
  const session = await page.context().newCDPSession(page);
  await session.send("Accessibility.enable");
  return {
    /** Forgets what was said before the next action. */
    forget: () => page.evaluate(() => window.heardTexts?.splice(0)),
    async heard(): Promise<Heard> {
      const texts = await page.evaluate(() => [...(window.heardTexts ?? [])]);
      const said = texts.filter((text) => !IS_PASSING.test(text)).map(withoutVarying);
      return { said, focus: withoutVarying(await describeFocus(session)) };
    },
  };
}
