import { SCRIPT_RUNS_EVENT } from "./script-runs.ts";

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

/** What a visitor entered: the text of a field, or whether a box is checked. */
type Entry = string | boolean;

const FIELDS = "input, textarea, select";

const isBox = (field: Field): field is HTMLInputElement =>
  field.type === "checkbox" || field.type === "radio";

const entryOf = (field: Field): Entry => (isBox(field) ? field.checked : field.value);

/** Whether a field differs from what the server sent. */
function isChanged(field: Field): boolean {
  if ("options" in field) {
    const initial = [...field.options].findIndex(({ defaultSelected }) => defaultSelected);
    return field.selectedIndex !== Math.max(0, initial);
  }
  if (isBox(field)) return field.checked !== field.defaultChecked;
  return field.type !== "hidden" && field.value !== field.defaultValue;
}

/** A text that the field can hold beside `text`: a field of a color holds nothing but colors. */
function otherText({ type }: HTMLInputElement | HTMLTextAreaElement, text: string): string {
  if (type === "color") return text === "#000000" ? "#ffffff" : "#000000";
  return text === "" ? " " : "";
}

/** Writes a text so that React sees a change: its own property of the element stores the other text, the prototype's the entered one. */
function writeText(field: HTMLInputElement | HTMLTextAreaElement, text: string): void {
  const { selectionEnd, selectionStart } = field;
  field.value = otherText(field, text);
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), "value")?.set?.call(field, text);
  // Number and email fields have no selection.
  if (selectionStart !== null) field.setSelectionRange(selectionStart, selectionEnd);
  field.dispatchEvent(new Event("input", { bubbles: true }));
}

function writeEntry(field: Field, entry: Entry): void {
  if (isBox(field)) {
    field.checked = !entry;
    field.click();
  } else if ("options" in field || field.type === "file") {
    if (field.type !== "file") field.value = String(entry);
    field.dispatchEvent(new Event("change", { bubbles: true }));
  } else writeText(field, String(entry));
}

/**
 * Repeats what was entered in fields before the page's script runs: React keeps it while it hydrates the page, and a component that
 * controls its field knows nothing of it and writes the server's value at its next render. A radio button that lost its choice to
 * another one is left out, because the other one is repeated.
 */
export function repeatEarlyInput(): void {
  const entered = new Map<Field, Entry>();
  const store = (field: Field) => {
    entered.delete(field);
    entered.set(field, entryOf(field));
  };
  const listen = ({ target }: Event) => {
    if ((target as Element).matches?.(FIELDS)) store(target as Field);
  };
  for (const type of ["input", "change"]) addEventListener(type, listen, true);
  // On a slow network a form is there before the end of its page, where this script is.
  for (const field of document.querySelectorAll<Field>(FIELDS)) if (isChanged(field)) store(field);
  const repeat = () => {
    for (const type of ["input", "change"]) removeEventListener(type, listen, true);
    for (const [field, entry] of entered) {
      const isLeftOut = field.disabled || (field.type === "radio" && entry === false);
      if (field.isConnected && !isLeftOut) writeEntry(field, entry);
    }
  };
  document.addEventListener(SCRIPT_RUNS_EVENT, repeat, { once: true });
}
