import Bowser from "bowser";

/** Shorter names than Bowser's. */
const BROWSER_NAMES: Readonly<Record<string, string>> = {
  "Microsoft Edge": "Edge",
  "Samsung Internet for Android": "Samsung Internet",
  Chromium: "Chrome",
};

const SYSTEM_NAMES: Readonly<Record<string, string>> = { "Chrome OS": "ChromeOS", macOS: "Mac" };

/** A device as its owner knows it, such as 'Chrome on Android'; 'An unknown device' when the user agent names nothing known. */
export function deviceLabel(userAgent: string | null): string {
  // Bowser throws on an empty text.
  if (!userAgent) return "An unknown device";
  const { browser, os, platform } = Bowser.parse(userAgent);
  const name = browser.name && (BROWSER_NAMES[browser.name] ?? browser.name);
  const appleDevice = platform.type === "tablet" ? "iPad" : "iPhone";
  const system = os.name === "iOS" ? appleDevice : os.name && (SYSTEM_NAMES[os.name] ?? os.name);
  if (name && system) return `${name} on ${system}`;
  return name || system || "An unknown device";
}
