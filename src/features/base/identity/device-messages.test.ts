import { expect, test } from "vitest";
import { deviceLabel } from "./sessions.server.ts";

const KIT = "AppleWebKit/605.1.15 (KHTML, like Gecko)";

test.each([
  [`Mozilla/5.0 (Windows NT 10.0) ${KIT} Chrome/130.0 Safari/537.36 Edg/130.0`, "Edge on Windows"],
  [`Mozilla/5.0 (Linux; Android 14) ${KIT} Chrome/130.0 Mobile Safari/537.36`, "Chrome on Android"],
  [
    `Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) ${KIT} Safari/604.1`,
    "Safari on iPhone",
  ],
  [
    `Mozilla/5.0 (Linux; Android 14) ${KIT} SamsungBrowser/27.0 Chrome/125.0`,
    "Samsung Internet on Android",
  ],
  ["Mozilla/5.0 (X11; Linux x86_64; rv:130.0) Gecko/20100101 Firefox/130.0", "Firefox on Linux"],
  ["curl/8.0", "An unknown device"],
  ["", "An unknown device"],
  [null, "An unknown device"],
  [
    `Mozilla/5.0 (iPad; CPU OS 16_0 like Mac OS X) ${KIT} Version/16.0 Safari/604.1`,
    "Safari on iPad",
  ],
  [
    `Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${KIT} Version/18.0 Safari/605.1.15`,
    "Safari on Mac",
  ],
  [
    `Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) ${KIT} Chrome/130.0 Safari/537.36`,
    "Chrome on ChromeOS",
  ],
])("%s is %s", (userAgent, text) => {
  expect(deviceLabel(userAgent)).toBe(text);
});
