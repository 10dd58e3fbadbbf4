const PREFIX = "cms_reply_";

/** Reads the stored draft of a reply; "" without one. */
export function readDraft(entryId: string): string {
  try {
    return localStorage.getItem(PREFIX + entryId) ?? "";
  } catch {
    // Without storage there are no drafts.
    return "";
  }
}

/** An empty text removes the draft. */
export function keepDraft(entryId: string, text: string): void {
  try {
    if (text.trim() === "") localStorage.removeItem(PREFIX + entryId);
    else localStorage.setItem(PREFIX + entryId, text);
  } catch {
    // Storage is full or forbidden: the draft lasts as long as the page.
  }
}

/** Runs at sign-out, because others may use this browser. */
export function forgetDrafts(): void {
  try {
    for (const key of Object.keys(localStorage)) {
      if (key.startsWith(PREFIX)) localStorage.removeItem(key);
    }
  } catch {
    // Without storage there are no drafts.
  }
}
