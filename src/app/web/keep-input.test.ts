import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { UNSAFE_ErrorResponseImpl as ErrorResponseImpl } from "react-router";
import { beforeEach, expect, test } from "vitest";
import { toastStore } from "#ui/toast-store.ts";
import { keepInput } from "./keep-input.ts";

beforeEach(() => {
  for (const { id } of toastStore.current()) toastStore.dismiss(id);
});

const send = (error: unknown, signal = new AbortController().signal) =>
  keepInput({ request: { signal }, serverAction: () => Promise.reject(error) });
const shown = () => toastStore.current().map(({ description }) => description);

test("a form that the host refuses leaves the page with what was entered, and says why", async () => {
  const message = "Please wait 9 seconds and try again.";
  const body = JSON.stringify({ error: { code: "too_many_requests", message } });
  const result = await send(new ErrorResponseImpl(429, "", body));
  // An error status prevents a reload of the page's data.
  expect(result).toMatchObject({ data: undefined, init: { status: 503 } });
  expect(shown()).toEqual([`${message} What you entered is still here.`]);
});

test("a form that reaches no server says so", async () => {
  expect(await send(new TypeError("Failed to fetch"))).toMatchObject({ init: { status: 503 } });
  expect(shown()).toEqual(["The shop could not be reached. What you entered is still here."]);
});

test("nothing is said to somebody who left the page", async () => {
  const leaving = new AbortController();
  leaving.abort();
  await send(new DOMException("aborted", "AbortError"), leaving.signal);
  expect(shown()).toEqual([]);
});

test("results, redirects and other refusals pass", async () => {
  const signal = new AbortController().signal;
  expect(await keepInput({ request: { signal }, serverAction: async () => "result" })).toBe(
    "result",
  );
  const redirect = new Response(null, { status: 302 });
  await expect(send(redirect)).rejects.toBe(redirect);
  const missing = new ErrorResponseImpl(404, "", "");
  await expect(send(missing)).rejects.toBe(missing);
  expect(shown()).toEqual([]);
});

const APP = join(import.meta.dirname, "..");

/** Nothing is typed there, and a `clientAction` would have to be loaded first. */
const WITHOUT_INPUT = ["auth/sign-out.tsx"];

test("every page with an action keeps what was entered, by its clientAction", () => {
  const pages = globSync("**/*.tsx", { cwd: APP })
    .map((path) => path.replaceAll("\\", "/"))
    .map((path) => ({ path, text: readFileSync(join(APP, path), "utf8") }))
    .filter(({ text }) => /^export default/m.test(text))
    .filter(({ text }) => /^export (?:async )?(?:function|const) action\b/m.test(text));
  expect(pages.length).toBeGreaterThan(60);
  const losing = pages.filter(({ text }) => !/^export .*\bclientAction\b/m.test(text));
  expect(losing.map(({ path }) => path)).toEqual(WITHOUT_INPUT);
});
