const PREFIX = "cms_reply_";

/** What was begun to an entry and not sent, in this browser; "" for nothing. */
export function readDraft(entryId: string): string {
  try {
    return localStorage.getItem(PREFIX + entryId) ?? "";
  } catch {
    // A browser that keeps nothing remembers nothing.
    return "";
  }
}

/** Keeps what is being written to an entry; an empty text is forgotten. */
export function keepDraft(entryId: string, text: string): void {
  try {
    if (text.trim() === "") localStorage.removeItem(PREFIX + entryId);
    else localStorage.setItem(PREFIX + entryId, text);
  } catch {
    // As above.
  }
}

/** Forgets every draft: whoever uses this browser next is somebody else. */
export function forgetDrafts(): void {
  try {
    for (const key of Object.keys(localStorage)) {
      if (key.startsWith(PREFIX)) localStorage.removeItem(key);
    }
  } catch {
    // As above.
  }
}
