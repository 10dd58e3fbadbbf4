import { isHintedSignedIn } from "#features/identity/signed-in-hint.browser.ts";

/** Most changes a device remembers: more than a cart and as many removals, so that only old removals are ever forgotten. */
const MOST_MARKS = 200;

/** What lies under the key, whatever it is: judged when it is told (`parsePendingChanges`), because this runs on every page. */
function storedMarks(storageKey: string): Record<string, unknown> {
  try {
    return { ...JSON.parse(localStorage.getItem(storageKey) ?? "{}") };
  } catch {
    return {};
  }
}

/** Notes when these were changed: just now, and whether somebody was signed in. */
export function recordPendingChanges(storageKey: string, keys: readonly string[]): void {
  const marks = storedMarks(storageKey);
  const mark = { at: Date.now(), guest: !isHintedSignedIn() };
  for (const key of keys) {
    // Last changed, last forgotten.
    delete marks[key];
    marks[key] = mark;
  }
  writePendingChanges(storageKey, Object.entries(marks).slice(-MOST_MARKS));
}

/** Notes these changes and no other; without any the entry goes. */
export function writePendingChanges(
  storageKey: string,
  marks: readonly (readonly [string, unknown])[],
): void {
  try {
    if (marks.length === 0) localStorage.removeItem(storageKey);
    else localStorage.setItem(storageKey, JSON.stringify(Object.fromEntries(marks)));
  } catch {
    // A browser that keeps nothing has nothing to bring to another device either.
  }
}
