import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { connectBidi } from "./bidi-connection.ts";
import type { BrowserSession, InputSource } from "./browser-session.ts";
import { openWith } from "./browser-session.ts";

/** Firefox calls nobody but the shop. Its remote agent sets what else automation needs. */
const PREFERENCES = {
  "app.update.enabled": false,
  "browser.safebrowsing.downloads.enabled": false,
  "browser.safebrowsing.malware.enabled": false,
  "browser.safebrowsing.phishing.enabled": false,
  "datareporting.policy.dataSubmissionEnabled": false,
  "extensions.update.enabled": false,
  "network.captive-portal-service.enabled": false,
  "network.connectivity-service.enabled": false,
  "services.settings.server": "data:,#nothing/v1",
  "toolkit.telemetry.enabled": false,
  "ui.prefersReducedMotion": 1,
};

const LISTENING = /^WebDriver BiDi listening on (ws:\S+)/;

/** Starts Firefox without a window; returns where it listens. */
async function launch(profile: string, onClose: (close: () => unknown) => void): Promise<string> {
  const lines = Object.entries(PREFERENCES).map(
    ([name, value]) => `user_pref("${name}", ${JSON.stringify(value)});`,
  );
  writeFileSync(join(profile, "user.js"), lines.join("\n"));
  const args = ["--headless", "--no-remote", "--profile", profile, "--remote-debugging-port", "0"];
  const child = spawn("firefox-esr", args, {
    env: { ...process.env, HOME: profile, MOZ_CRASHREPORTER_DISABLE: "1" },
    stdio: ["ignore", "ignore", "pipe"],
  });
  const ended = once(child, "close");
  onClose(async () => {
    child.kill("SIGKILL");
    await ended;
  });
  const output = createInterface(child.stderr);
  return new Promise<string>((resolve, reject) => {
    output.on("line", (line) => {
      const match = LISTENING.exec(line);
      if (match?.[1]) resolve(match[1]);
    });
    ended.then(
      () => reject(new Error("Firefox ended before it listened")),
      () => reject(new Error("There is no firefox-esr: `npm run browsers` installs it")),
    );
  });
}

type LogEntry = { type: string; level: string; text: string | null };
type Evaluated = { type: string; result: { value: string }; exceptionDetails?: { text: string } };
type Tree = { contexts: { context: string }[] };

/** Debian's Firefox by WebDriver BiDi, which it speaks itself: no driver between. */
export function openFirefox(): Promise<BrowserSession> {
  return openWith(async (onClose) => {
    const profile = mkdtempSync(join(tmpdir(), "atelier-firefox-"));
    onClose(() => rmSync(profile, { recursive: true, force: true, maxRetries: 5 }));
    const connection = await connectBidi(`${await launch(profile, onClose)}/session`);
    onClose(() => connection.close());
    const complaints: string[] = [];
    connection.onEvent("log.entryAdded", ({ type, level, text }: LogEntry) => {
      if (level === "error") complaints.push(`${type}: ${text}`);
    });
    await connection.send("session.new", { capabilities: {} });
    await connection.send("session.subscribe", { events: ["log.entryAdded"] });
    const listTabs = async () => {
      const { contexts } = await connection.send<Tree>("browsingContext.getTree", { maxDepth: 0 });
      return contexts.map(({ context }) => context);
    };
    let tabs = await listTabs();
    let context = tabs[0] ?? "";
    return {
      async open(url) {
        await connection.send("browsingContext.navigate", { context, url, wait: "complete" });
      },
      async evaluate<Result>(work: (...args: string[]) => Result, ...args: string[]) {
        const evaluated = await connection.send<Evaluated>("script.callFunction", {
          functionDeclaration: `(...args) => JSON.stringify((${work})(...args) ?? null)`,
          arguments: args.map((value) => ({ type: "string", value })),
          awaitPromise: true,
          target: { context },
        });
        if (evaluated.type !== "success") throw new Error(evaluated.exceptionDetails?.text);
        return JSON.parse(evaluated.result.value) as Result;
      },
      async perform(input: InputSource) {
        await connection.send("input.performActions", { context, actions: [input] });
      },
      async followNewTab() {
        const now = await listTabs();
        const opened = now.find((tab) => !tabs.includes(tab));
        tabs = now;
        context = opened ?? context;
        return opened !== undefined;
      },
      drainComplaints: () => complaints.splice(0),
    };
  });
}
