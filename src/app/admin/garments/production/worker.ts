import { PRIVATE } from "#app/web/cache-headers.ts";
import offlinePages from "./offline-pages.browser.ts?program";

/**
 * Keeps the board and the garments that this tablet opened, with the shop's scripts and styles, for work without a network. The
 * network comes first; a page of somebody who is signed out empties it. It never stores what is posted, contracts or the shop's photos;
 * photos that wait to be sent are sealed in a database of the page (`stored-images.browser.ts`).
 * Served below the pages it works for, so that the browser gives it no others.
 */
export function loader() {
  return new Response(offlinePages, {
    headers: {
      ...PRIVATE,
      "content-type": "text/javascript; charset=utf-8",
      "service-worker-allowed": "/admin/atelier/production",
    },
  });
}
