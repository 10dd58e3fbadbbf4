const hint = /(?:^|;\s*)da_hint=1(?:;|$)/;

/** Whether the hint cookie says that somebody is signed in: for icons and for what is worth asking the server, never for a right. */
export function isHintedSignedIn(): boolean {
  return hint.test(document.cookie);
}
