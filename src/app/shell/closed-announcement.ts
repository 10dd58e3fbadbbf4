/** Local storage key of the dismissed text. */
export const ANNOUNCEMENT_KEY = "announcement";

/** Runs before the first paint, to avoid a layout shift. */
export function closedAnnouncementScript(text: string | null, nonce: string | undefined): string {
  if (text === null) return "";
  const literal = JSON.stringify(text).replace(
    /[<\u2028\u2029]/g,
    (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
  const nonceAttribute = nonce ? ` nonce="${nonce}"` : "";
  return `<script${nonceAttribute}>try{if(localStorage.getItem("${ANNOUNCEMENT_KEY}")===${literal})document.documentElement.dataset.announcement="closed"}catch{}</script>`;
}
