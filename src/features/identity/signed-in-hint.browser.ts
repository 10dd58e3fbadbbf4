const hint = /(?:^|;\s*)da_hint=1(?:;|$)/;

/** Reads the hint cookie: for icons and fewer requests, never for rights. */
export function isHintedSignedIn(): boolean {
  return hint.test(document.cookie);
}
