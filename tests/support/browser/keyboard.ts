import type { FileChooser, Locator, Page } from "@playwright/test";
import { expect } from "@playwright/test";

/** About 200 stops in a full product list. */
const MAX_PRESSES = 300;

type Stop = "here" | "ahead" | "behind" | "at the skip link" | "replaced";

const KEYS = { ahead: "Tab", behind: "Shift+Tab", "at the skip link": "Enter" };

function stopOf(control: Element): { stop: Stop; presses: number } {
  const focused = document.activeElement;
  const isRadioOf = (one: Element | null, other: Element) =>
    one instanceof HTMLInputElement &&
    other instanceof HTMLInputElement &&
    one.type === "radio" &&
    other.type === "radio" &&
    one.name === other.name;
  if (!control.isConnected) return { stop: "replaced", presses: 0 };
  // Through its group.
  if (focused === control || isRadioOf(focused, control)) return { stop: "here", presses: 0 };
  const isNowhere = !focused || focused === document.body;
  if (!isNowhere && focused.textContent === "Skip to content" && control.closest("main"))
    return { stop: "at the skip link", presses: 1 };
  const { DOCUMENT_POSITION_FOLLOWING: FOLLOWING } = Node;
  const isBehind = !isNowhere && control.compareDocumentPosition(focused) & FOLLOWING;
  // Some are no tab stops; the caller checks.
  const between = [...document.querySelectorAll("a[href], button, input, select, textarea")].filter(
    (each) =>
      (each as HTMLElement).tabIndex >= 0 &&
      !each.matches(":disabled, [type=radio], [inert] *") &&
      each.checkVisibility({ visibilityProperty: true }) &&
      (isBehind
        ? control.compareDocumentPosition(each) & FOLLOWING &&
          each.compareDocumentPosition(focused) & FOLLOWING
        : each.compareDocumentPosition(control) & FOLLOWING &&
          (isNowhere || focused.compareDocumentPosition(each) & FOLLOWING)),
  );
  // The skip link.
  const presses = isNowhere ? 1 : Math.max(1, between.length);
  return { stop: isBehind ? "behind" : "ahead", presses };
}

/** "": a visible, uncovered ring. */
function focusProblem(control: Element): string {
  const focused = document.activeElement;
  if (!focused?.matches(":focus-visible")) return "the focus is not shown";
  const rings = (element: Element) => {
    const { outlineStyle, outlineWidth } = getComputedStyle(element);
    return outlineStyle !== "none" && Number.parseFloat(outlineWidth) > 0;
  };
  // Some fields show focus on neighbours.
  const drawn = [focused, ...(focused.parentElement?.children ?? [])];
  if (!drawn.some(rings)) return "the focus has no ring";
  const label = focused instanceof HTMLInputElement ? focused.labels?.[0] : null;
  const box = (focused.clientWidth > 1 ? focused : (label ?? focused)).getBoundingClientRect();
  const covered = [0.5, 0.1, 0.9].every((across) =>
    [0.5, 0.1, 0.9].every((down) => {
      const x = box.left + box.width * across;
      const y = box.top + box.height * down;
      const top = document.elementFromPoint(x, y);
      return !top || !(focused.contains(top) || label?.contains(top) || top.contains(control));
    }),
  );
  return covered ? "the focus is outside the screen or behind something" : "";
}

/** Fails when Tab or Shift+Tab misses the control or its focus is invisible. */
export async function tabTo(page: Page, control: Locator): Promise<void> {
  await expect(control).toBeAttached();
  // Costlier than key presses.
  let goal = await control.elementHandle();
  for (let pressed = 0; pressed < MAX_PRESSES; ) {
    const { stop, presses } = (await goal?.evaluate(stopOf)) ?? { stop: "replaced", presses: 0 };
    if (stop === "here") {
      await expect
        .poll(() => control.evaluate(focusProblem), { message: String(control) })
        .toBe("");
      return;
    }
    if (stop === "replaced") goal = await control.elementHandle();
    else for (let each = 0; each < presses; each += 1) await page.keyboard.press(KEYS[stop]);
    pressed += Math.max(1, presses);
  }
  throw new Error(`Not reached with ${MAX_PRESSES} presses of Tab: ${control}`);
}

export async function pressOn(page: Page, control: Locator, key = "Enter"): Promise<void> {
  await tabTo(page, control);
  await page.keyboard.press(key);
}

export async function typeInto(page: Page, field: Locator, text: string): Promise<void> {
  await tabTo(page, field);
  await page.keyboard.press("ControlOrMeta+A");
  if (text === "") await page.keyboard.press("Delete");
  else await page.keyboard.insertText(text);
}

export async function choose(page: Page, list: Locator, beginning: string): Promise<void> {
  await tabTo(page, list);
  await page.keyboard.type(beginning);
}

export async function toggle(page: Page, box: Locator): Promise<void> {
  await pressOn(page, box, "Space");
}

export async function pick(page: Page, radio: Locator): Promise<void> {
  await tabTo(page, radio);
  await page.keyboard.press("Space");
  for (let presses = 0; presses < MAX_PRESSES && !(await radio.isChecked()); presses += 1) {
    await page.keyboard.press("ArrowDown");
  }
  await expect(radio).toBeChecked();
}

export async function pressInToast(page: Page, label: string): Promise<void> {
  const toasts = page.getByRole("region", { name: "Notifications" });
  await expect(toasts.getByRole("button", { name: label })).not.toHaveCount(0);
  await page.keyboard.press("F6");
  await pressOn(page, toasts.getByRole("button", { name: label }).last());
}

export async function openPicker(page: Page, control: Locator): Promise<FileChooser> {
  const [picker] = await Promise.all([page.waitForEvent("filechooser"), pressOn(page, control)]);
  return picker;
}
