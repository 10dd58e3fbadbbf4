import type { BrowserContext, ConsoleMessage, Response } from "@playwright/test";

/** What a browser complained of while a test ran, and what the test said it would complain of. */
export type PageNoise = {
  /** Hears every page of a browser context from now on, new tabs included. */
  listenTo(context: BrowserContext): void;
  /** Expects a complaint that the test itself causes. */
  expect(complaint: RegExp): void;
  /** Every unexpected complaint. */
  unexpected(): string[];
};

/** Chromium logs a 404 page in the console. */
export const missingPageNoise = /status of 404/;

/** Chromium also reports the status of a rejected form. */
export const refusedFormNoise = /status of (400|409|422)/;

/** The accessibility check messages every frame, also sandboxed ones that cannot respond. */
export const sealedFrameNoise = /postMessage.*recipient window's origin \('null'\)/;

/** A request that the test itself cuts off. */
export const cutOffNoise = /net::ERR_FAILED|Failed to fetch/;

function isForeign(address: string, origin: string): boolean {
  return /^(https?|wss?):/.test(address) && new URL(address).origin !== origin;
}

/** Collects console errors and warnings (policy violations too), uncaught errors, requests to other hosts, and responses of 500 and above. */
export function hearNoise(shop: string): PageNoise {
  const { origin } = new URL(shop);
  const complaints: string[] = [];
  const expected: RegExp[] = [];
  const onConsole = (message: ConsoleMessage) => {
    if (message.type() !== "error" && message.type() !== "warning") return;
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
