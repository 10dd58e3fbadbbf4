const hint = /(?:^|;\s*)da_hint=1(?:;|$)/;

/** Whether the hint cookie says that someone is signed in. For icons and for saving requests, never for rights. */
export function isHintedSignedIn(): boolean {
  return hint.test(document.cookie);
}
