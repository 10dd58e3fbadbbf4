const hint = /(?:^|;\s*)da_hint=1(?:;|$)/;

/** The hint cookie saves requests, never grants rights. */
export function isHintedSignedIn(): boolean {
  return hint.test(document.cookie);
}
