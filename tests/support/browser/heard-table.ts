import { readFileSync, writeFileSync } from "node:fs";
import { setTimeout } from "node:timers/promises";
import type { Page, Request } from "@playwright/test";
import { expect } from "@playwright/test";
import type { Heard } from "./heard.ts";
import { hearPage } from "./heard.ts";

const DOCUMENT = new URL("../../../docs/accessibility-heard.md", import.meta.url);

/** HEARD_WRITE=1 writes what is heard into the document instead of comparing it. */
const isWriting = Boolean(process.env.HEARD_WRITE);

/** Only the writing waits, because it does not know yet what will be said. */
const QUIET_MS = 1_200;

const HEAD = "| action | said | has the focus |\n|---|---|---|\n";

const cellOf = ({ said, focus }: Heard) => `${said.join(" / ") || "–"} | ${focus}`;

const escapeForPattern = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");

/** A section begins with its heading and ends at the next one. */
const sectionOf = (section: string) =>
  new RegExp(`(## ${escapeForPattern(section)}\\n\\n)([\\s\\S]*?)(?=\\n## |$)`);

function storedRows(section: string): Map<string, string> {
  const text = sectionOf(section).exec(readFileSync(DOCUMENT, "utf8"))?.[2] ?? "";
  return new Map(
    text
      .split("\n")
      .filter((line) => line.startsWith("| "))
      .map((line) => {
        const [action = "", said = "", focus = ""] = line.slice(2, -2).split(" | ");
        return [action, `${said} | ${focus}`];
      }),
  );
}

function writeRows(section: string, rows: ReadonlyMap<string, string>): void {
  const table = HEAD + [...rows].map(([action, heard]) => `| ${action} | ${heard} |\n`).join("");
  const before = readFileSync(DOCUMENT, "utf8");
  const pattern = sectionOf(section);
  const after = pattern.test(before)
    ? before.replace(pattern, (_whole, head: string) => head + table)
    : `${before.trimEnd()}\n\n## ${section}\n\n${table}`;
  writeFileSync(DOCUMENT, after);
}

/** Requests that have no response yet. */
function watchRequests(page: Page): ReadonlySet<Request> {
  const open = new Set<Request>();
  page.on("request", (request) => open.add(request));
  page.on("requestfinished", (request) => open.delete(request));
  page.on("requestfailed", (request) => open.delete(request));
  return open;
}

async function waitUntilQuiet(open: ReadonlySet<Request>): Promise<void> {
  do await setTimeout(QUIET_MS);
  while (open.size > 0);
  await setTimeout(QUIET_MS);
}

/** Neither is a location to go on from, nor does it say where the person is. */
const isNowhere = (focus: string) => focus === "nothing" || focus.includes('""');

/**
 * Compares what a screen reader hears after each action with a section of docs/accessibility-heard.md. Whatever is
 * written there, each action is followed by words or by another focus, and none drops the focus.
 */
export async function hearSection(page: Page, section: string) {
  const ear = await hearPage(page);
  const openRequests = watchRequests(page);
  const stored = storedRows(section);
  const rows = new Map<string, string>();
  return {
    async after(action: string, act: () => Promise<unknown>): Promise<void> {
      await ear.forget();
      const before = await ear.heard();
      const failure = isWriting ? await act().catch(String) : await act();
      if (isWriting) await waitUntilQuiet(openRequests);
      else await expect.poll(async () => cellOf(await ear.heard())).toBe(stored.get(action));
      const now = await ear.heard();
      rows.set(
        action,
        typeof failure === "string"
          ? `FAILED ${failure.replace(/[\s|]+/g, " ").slice(0, 200)} | nothing`
          : cellOf(now),
      );
      if (isWriting) writeRows(section, rows);
      expect.soft(isNowhere(now.focus), `${action}: the focus is lost (${now.focus})`).toBe(false);
      const isHeard = now.said.length > 0 || now.focus !== before.focus;
      expect.soft(isHeard, `${action}: nothing is heard`).toBe(true);
    },
  };
}
