import { expect, test } from "vitest";
import { submitForm } from "./submit-form.ts";

test("a form gets the server's result", async () => {
  expect(await submitForm(async () => "result", "Failed to sign in")).toBe("result");
});

test("a form that reaches no server gets an error, and its fields stay", async () => {
  const send = () => Promise.reject(new TypeError("Failed to fetch"));
  const result = await submitForm(send, "Failed to sign in");
  expect(result).toMatchObject({
    data: { status: "error", error: { "": ["Failed to sign in"] } },
    init: { status: 503 },
  });
  expect(result).not.toHaveProperty("data.initialValue");
});

test("a redirect of the server is followed", async () => {
  const redirect = new Response(null, { status: 302 });
  await expect(submitForm(() => Promise.reject(redirect), "Failed")).rejects.toBe(redirect);
});
