/** Marks that turn the reading direction of what follows them, and so could dress one text up as another. */
const turningMarks = /[\u202A-\u202E\u2066-\u2069]/g;

/** Whether a person would see nothing: spaces, marks and control characters alone. */
const isBlank = (text: string) => !/[^\s\p{C}]/u.test(text);

/** A typed line as it is kept: one line, no control characters, no space around it; empty when a person would see nothing. */
export function tidyLine(typed: string): string {
  const line = typed
    .replace(/\p{Cs}/gu, "\uFFFD")
    .replace(turningMarks, "")
    .replace(/[\p{Cc}\u2028\u2029\s]+/gu, " ")
    .trim();
  return isBlank(line) ? "" : line;
}

/** A typed text as it is kept: its line breaks are newlines, its other control characters are gone; empty when a person would see nothing. */
export function tidyText(typed: string): string {
  const text = typed
    .replace(/\p{Cs}/gu, "\uFFFD")
    .replace(/\r\n?|[\u2028\u2029]/g, "\n")
    .replace(/[^\P{Cc}\n\t]/gu, "")
    .trim();
  return isBlank(text) ? "" : text;
}

/** A form's field as it was typed; what is missing, or is a file, is empty. */
export function fieldText(form: FormData, name: string): string {
  const value = form.get(name);
  return typeof value === "string" ? value : "";
}

/** What a field that is too long is told: how long it may be and how long it is. */
export function tooLongMessage(label: string, max: number, length: number): string {
  const limit = max.toLocaleString("en-US");
  return `${label} can have up to ${limit} characters; this has ${length.toLocaleString("en-US")}`;
}
