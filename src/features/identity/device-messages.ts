const BROWSERS: readonly (readonly [RegExp, string])[] = [
  // Order matters: almost every browser says that it is also Chrome or Safari.
  [/\b(Edg|EdgA|EdgiOS)\//, "Edge"],
  [/\b(OPR|Opera)\//, "Opera"],
  [/\bSamsungBrowser\//, "Samsung Internet"],
  [/\b(Firefox|FxiOS)\//, "Firefox"],
  [/\b(Chrome|CriOS|HeadlessChrome)\//, "Chrome"],
  [/\bSafari\//, "Safari"],
];

const SYSTEMS: readonly (readonly [RegExp, string])[] = [
  [/\biPhone\b/, "iPhone"],
  [/\biPad\b/, "iPad"],
  [/\bAndroid\b/, "Android"],
  [/\bWindows\b/, "Windows"],
  [/\bCrOS\b/, "ChromeOS"],
  [/\bMac OS X\b|\bMacintosh\b/, "Mac"],
  [/\bLinux\b/, "Linux"],
];

const found = (table: typeof BROWSERS, text: string) =>
  table.find(([pattern]) => pattern.test(text))?.[1] ?? null;

/** A browser's own description in words a person knows, as 'Chrome on Android'; what says nothing known is 'An unknown device'. */
export function deviceLabel(userAgent: string | null): string {
  const browser = found(BROWSERS, userAgent ?? "");
  const system = found(SYSTEMS, userAgent ?? "");
  if (browser && system) return `${browser} on ${system}`;
  return browser ?? system ?? "An unknown device";
}
