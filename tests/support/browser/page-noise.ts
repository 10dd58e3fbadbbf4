import type { BrowserContext, ConsoleMessage, Response } from "@playwright/test";

export type PageNoise = {
  /** Includes tabs opened later. */
  listenTo(context: BrowserContext): void;
  /** Caused by the test itself. */
  expect(complaint: RegExp): void;
  unexpected(): string[];
};

/** Logged by Chromium. */
export const missingPageNoise = /status of 404/;

/** Logged by Chromium. */
export const closedLinkNoise = /status of 410/;

/** Logged by Chromium. */
export const refusedFormNoise = /status of (400|409|422)/;

/** axe messages every frame; sandboxed ones cannot respond. */
export const sealedFrameNoise = /postMessage.*recipient window's origin \('null'\)/;

/** The test aborts it. */
export const cutOffNoise = /net::ERR_FAILED|Failed to fetch/;

function isForeign(address: string, origin: string): boolean {
  return /^(https?|wss?):/.test(address) && new URL(address).origin !== origin;
}

/** Most specs run without the measuring guide's worker. */
const blockedWorker = /Service Worker registration blocked by Playwright/;

/** Console errors and warnings (policy violations too), uncaught errors, foreign requests, responses from 500. */
export function hearNoise(shop: string): PageNoise {
  const { origin } = new URL(shop);
  const complaints: string[] = [];
  const expected: RegExp[] = [];
  const onConsole = (message: ConsoleMessage) => {
    if (message.type() !== "error" && message.type() !== "warning") return;
    if (blockedWorker.test(message.text())) return;
    const { url } = message.location();
    complaints.push(`console ${message.type()} at ${url || "?"}: ${message.text()}`);
  };
  const onResponse = (response: Response) => {
    if (response.status() >= 500) complaints.push(`${response.status()} for ${response.url()}`);
  };
  return {
    listenTo: (context) => {
      context.on("console", onConsole);
      context.on("weberror", (error) => complaints.push(`uncaught ${error.error().stack}`));
      context.on("response", onResponse);
      context.on("request", (request) => {
        if (isForeign(request.url(), origin)) complaints.push(`foreign request ${request.url()}`);
      });
    },
    expect: (complaint) => expected.push(complaint),
    unexpected: () => complaints.filter((text) => !expected.some((known) => known.test(text))),
  };
}
