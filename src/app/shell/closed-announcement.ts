/** Where the browser keeps the words of the announcement that was dismissed: local storage, no cookie. */
export const ANNOUNCEMENT_KEY = "announcement";

/** A script for the page's head that hides an announcement dismissed before, ahead of the first paint, so that nothing moves. */
export function closedAnnouncementScript(text: string | null, nonce: string | undefined): string {
  if (text === null) return "";
  const words = JSON.stringify(text).replace(
    /[<\u2028\u2029]/g,
    (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
  const mark = nonce ? ` nonce="${nonce}"` : "";
  return `<script${mark}>try{if(localStorage.getItem("${ANNOUNCEMENT_KEY}")===${words})document.documentElement.dataset.announcement="closed"}catch{}</script>`;
}
