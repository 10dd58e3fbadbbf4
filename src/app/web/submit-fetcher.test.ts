import { UNSAFE_ErrorResponseImpl as ErrorResponseImpl } from "react-router";
import { expect, test } from "vitest";
import { submitFetcher } from "./submit-fetcher.ts";

const explain = (reason: string | null) => ({ message: reason ?? "Please try again." });
const shown = (error: unknown) => submitFetcher(() => Promise.reject(error), explain);

test("what the server sends is shown as it is", async () => {
  expect(await submitFetcher(async () => "result", explain)).toBe("result");
});

test("a rate limit's refusal in JSON becomes a message beside the form, and so does a request without a response", async () => {
  const message = "Please wait 9 seconds and try again.";
  const body = JSON.stringify({ error: { code: "too_many_requests", message } });
  for (const status of [429, 503]) {
    expect(await shown(new ErrorResponseImpl(status, "", body))).toMatchObject({
      data: { message },
      init: { status: 503 },
    });
  }
  expect(await shown(new TypeError("Failed to fetch"))).toMatchObject({
    data: { message: "Please try again." },
  });
});

test("a redirect is followed, and a page that is not there is not hidden", async () => {
  const redirect = new Response(null, { status: 302 });
  await expect(shown(redirect)).rejects.toBe(redirect);
  const missing = new ErrorResponseImpl(404, "", "");
  await expect(shown(missing)).rejects.toBe(missing);
});
