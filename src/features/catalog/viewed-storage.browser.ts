/** Where this browser keeps the pieces that were looked at. */
export const VIEWED_KEY = "recently-viewed";

/** Whether this browser remembers any piece: asked before anything is downloaded to show them. */
export function remembersPieces(): boolean {
  try {
    return localStorage.getItem(VIEWED_KEY) !== null;
  } catch {
    return false;
  }
}
