import type { Browser } from "@playwright/test";
import { chromium } from "@playwright/test";

/** The browser that `npm run bench` has found; otherwise Playwright's own. */
export function browserPath(): string {
  return process.env.CHROMIUM_PATH || chromium.executablePath();
}

export function launchBrowser(): Promise<Browser> {
  return chromium.launch({ args: ["--no-sandbox"], executablePath: browserPath() });
}
