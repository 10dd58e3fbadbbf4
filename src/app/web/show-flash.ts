import { showToast } from "#ui/toast-store.ts";
import { FLASH_COOKIE, flashMessage, isFlash, standsInPage } from "./flash-messages.ts";

/** Shows the message that the page before left in a cookie, and takes it away. For the browser only. */
export function showFlash(): void {
  const value = document.cookie
    .split(/;\s*/)
    .find((pair) => pair.startsWith(`${FLASH_COOKIE}=`))
    ?.slice(FLASH_COOKIE.length + 1);
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is younger than the phones the shop is for
  document.cookie = `${FLASH_COOKIE}=; Max-Age=0; Path=/; SameSite=Lax`;
  if (isFlash(value) && !standsInPage(value)) showToast(flashMessage(value));
}
