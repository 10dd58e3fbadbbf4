import { expect, test } from "vitest";
import { nullIfUnreachable } from "./admin-action.ts";

const { signal } = new AbortController();
const respondTo = (status: number) => ({ status, statusText: "", internal: true, data: "" });

test.each([
  ["a connection that is cut", new TypeError("Failed to fetch")],
  ["an answer that nobody can read", new Error("Unable to decode turbo-stream response")],
  ["a failure of the shop", respondTo(500)],
  ["a shop behind a proxy that does not answer", respondTo(502)],
])("%s is no answer", async (_, failure) => {
  expect(await nullIfUnreachable(Promise.reject(failure), { signal })).toBeNull();
});

test("what the shop answers, refuses, and where it leads goes on", async () => {
  expect(await nullIfUnreachable(Promise.resolve("answer"), { signal })).toBe("answer");
  const login = new Response(null, { status: 302 });
  await expect(nullIfUnreachable(Promise.reject(login), { signal })).rejects.toBe(login);
  const missing = respondTo(404);
  await expect(nullIfUnreachable(Promise.reject(missing), { signal })).rejects.toBe(missing);
});

test("a page that was left meanwhile shows nothing", async () => {
  const left = AbortSignal.abort();
  const failure = new DOMException("left", "AbortError");
  await expect(nullIfUnreachable(Promise.reject(failure), { signal: left })).rejects.toBe(failure);
});
