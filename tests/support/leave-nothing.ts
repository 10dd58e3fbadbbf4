import { getPriority } from "node:os";
import { afterAll, beforeAll, expect, vi } from "vitest";

/** A browser has them and this process has not; tests put doubles there. */
const BROWSER_NAMES = ["document", "window", "location", "localStorage", "sessionStorage", "Image"];
const EVENTS = ["SIGINT", "SIGTERM", "SIGHUP", "uncaughtException", "unhandledRejection"];

/** libvips notes where it lies when the first image is read. */
const SET_BY_LIBRARIES: readonly string[] = ["VIPSHOME"];

type ProcessState = ReadonlyMap<string, unknown>;

/** What a file could leave to the next one in its process, by name. */
function readProcess(): ProcessState {
  const state = new Map<string, unknown>();
  for (const [name, value] of Object.entries(process.env)) {
    if (!SET_BY_LIBRARIES.includes(name)) state.set(`the variable ${name}`, value);
  }
  for (const name of BROWSER_NAMES) state.set(`a global ${name}`, Object.hasOwn(globalThis, name));
  for (const name of EVENTS) state.set(`a listener for ${name}`, process.listenerCount(name));
  state.set("fake timers", vi.isFakeTimers());
  state.set("another folder", process.cwd());
  state.set("another priority", getPriority());
  state.set("another Date", Date);
  state.set("another clock", Date.now);
  state.set("another performance clock", performance.now);
  state.set("other random numbers", Math.random);
  state.set("another setTimeout", setTimeout);
  state.set("another fetch", fetch);
  return state;
}

let before: ProcessState = new Map();

beforeAll(() => {
  before = readProcess();
});

/** Files share a process: one that changes it for the next one fails. */
afterAll(() => {
  const after = readProcess();
  const names = [...new Set([...before.keys(), ...after.keys()])];
  const left = names.filter((name) => before.get(name) !== after.get(name));
  expect(left, "left to the next test file").toEqual([]);
});
