import { launch } from "chrome-launcher";
import lighthouse from "lighthouse";
import { browserPath } from "../support/browser.ts";

export const CATEGORIES = ["performance", "accessibility", "best-practices", "seo"] as const;
const CHROME_FLAGS = [
  "--headless=new",
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

/** Scores in category order. */
export type Run = { scores: number[]; paintMs: number; blockedMs: number; machine: number };

async function measureIn(port: number, url: string): Promise<Run> {
  const result = await lighthouse(url, {
    port,
    onlyCategories: [...CATEGORIES],
    logLevel: "silent",
  });
  const { categories = {}, audits = {}, environment } = result?.lhr ?? {};
  const numberOf = (audit: string) => Math.round(audits[audit]?.numericValue ?? Number.NaN);
  return {
    scores: CATEGORIES.map((name) => Math.round((categories[name]?.score ?? 0) * 100)),
    paintMs: numberOf("largest-contentful-paint"),
    blockedMs: numberOf("total-blocking-time"),
    machine: Math.round(environment?.benchmarkIndex ?? 0),
  };
}

export async function runLighthouse(url: string): Promise<Run> {
  const chrome = await launch({ chromeFlags: CHROME_FLAGS, chromePath: browserPath() });
  try {
    return await measureIn(chrome.port, url);
  } finally {
    chrome.kill();
  }
}
