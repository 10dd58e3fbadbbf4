import type { ChildProcess } from "node:child_process";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { vi } from "vitest";
import { freePort } from "../support/free-port.ts";
import type { BrowserSession, InputSource } from "./browser-session.ts";
import { openWith } from "./browser-session.ts";

const WINDOW_PROGRAM = join(import.meta.dirname, "webkit-window.mjs");
const PATIENCE = { timeout: 30_000, interval: 50 };
/** Against hanging: the driver waits five minutes for a page. */
const COMMAND_MS = 60_000;
/** "http://127.0.0.1/x:1:2: CONSOLE JS ERROR Error: …" */
const COMPLAINT = /CONSOLE (?:\w+ )*ERROR\b/;

/** Runs in every page before its own scripts: WebKit's console does not hear of an eval whose exception the page catches. */
const REPORT_VIOLATIONS = `addEventListener("securitypolicyviolation", (violation) => {
  console.error("Content-Security-Policy: " + violation.violatedDirective + " " + violation.blockedURI);
});`;

type OnClose = (close: () => unknown) => void;

async function end(child: ChildProcess): Promise<void> {
  const ended = child.exitCode === null ? once(child, "close") : null;
  child.kill("SIGTERM");
  await ended;
}

/** A screen in memory. Returns its name. */
async function startScreen(onClose: OnClose): Promise<string> {
  const args = ["-displayfd", "1", "-screen", "0", "1600x1000x24", "-nolisten", "tcp"];
  const child = spawn("Xvfb", args, { stdio: ["ignore", "pipe", "ignore"] });
  onClose(() => end(child));
  const [number] = await once(createInterface(child.stdout), "line");
  return `:${number}`;
}

/** Starts the driver; returns its URL. */
async function startDriver(screen: string, onClose: OnClose): Promise<string> {
  const port = await freePort();
  const environment = Object.assign({}, process.env, { DISPLAY: screen, GDK_BACKEND: "x11" });
  const child = spawn("WebKitWebDriver", [`--port=${port}`], {
    env: environment,
    stdio: "ignore",
  });
  onClose(() => end(child));
  const url = `http://127.0.0.1:${port}`;
  await vi.waitFor(() => fetch(`${url}/status`), PATIENCE);
  return url;
}

/** The driver silences the browser: a program between writes what it says to a file. */
function writeBrowserProgram(folder: string, output: string): string {
  const program = join(folder, "browser");
  const script = `#!/bin/sh\nexec gjs -m '${WINDOW_PROGRAM}' "$@" >>'${output}' 2>&1\n`;
  writeFileSync(program, script);
  chmodSync(program, 0o755);
  return program;
}

type Command = <Result>(method: string, path: string, body?: object) => Promise<Result>;

async function startSession(driver: string, options: object): Promise<Command> {
  async function send<Result>(method: string, path: string, body?: object): Promise<Result> {
    const content = body ? { body: JSON.stringify(body) } : {};
    const request = { method, signal: AbortSignal.timeout(COMMAND_MS) };
    const response = await fetch(`${driver}/session${path}`, Object.assign(request, content));
    const { value } = (await response.json()) as { value: Result };
    if (!response.ok) throw new Error(`${method} ${path}: ${JSON.stringify(value)}`);
    return value;
  }
  const { sessionId } = await send<{ sessionId: string }>("POST", "", {
    capabilities: { alwaysMatch: { "webkitgtk:browserOptions": options } },
  });
  return (method, path, body) => send(method, `/${sessionId}${path}`, body);
}

/** WebKitGTK, the engine of Safari, by its W3C WebDriver in windows on a screen in memory. */
export function openWebKit(): Promise<BrowserSession> {
  return openWith(async (onClose) => {
    const folder = mkdtempSync(join(tmpdir(), "atelier-webkit-"));
    onClose(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));
    const output = join(folder, "output.txt");
    writeFileSync(output, "");
    const driver = await startDriver(await startScreen(onClose), onClose);
    const command = await startSession(driver, {
      binary: writeBrowserProgram(folder, output),
      args: [folder, REPORT_VIOLATIONS],
    });
    onClose(() => command("DELETE", ""));
    let tabs = await command<string[]>("GET", "/window/handles");
    let received = 0;
    return {
      open: (url) => command("POST", "/url", { url }),
      async evaluate<Result>(work: (...args: string[]) => Result, ...args: string[]) {
        const script = `return JSON.stringify((${work})(...arguments) ?? null)`;
        const json = await command<string>("POST", "/execute/sync", { script, args });
        return JSON.parse(json) as Result;
      },
      perform: (input: InputSource) => command("POST", "/actions", { actions: [input] }),
      async followNewTab() {
        const now = await command<string[]>("GET", "/window/handles");
        const opened = now.find((tab) => !tabs.includes(tab));
        tabs = now;
        if (opened !== undefined) await command("POST", "/window", { handle: opened });
        return opened !== undefined;
      },
      drainComplaints() {
        const complaints = readFileSync(output, "utf8")
          .split("\n")
          .filter((line) => COMPLAINT.test(line));
        const fresh = complaints.slice(received);
        received = complaints.length;
        return fresh;
      },
    };
  });
}
