import { afterEach, describe, expect, it, vi } from "vitest";
import { INQUIRY_MESSAGES, parseInquiryResponse, requestInquiry } from "./inquiry-form-result.ts";

const failed = {
  status: "failed",
  title: "Error submitting inquiry",
  reason: "Please try again later or contact us directly.",
};

describe("an answer of the shop", () => {
  it("is read as it was meant", () => {
    expect(parseInquiryResponse({ status: "sent" })).toEqual({ status: "sent" });
    const errors = { size: INQUIRY_MESSAGES.sizeGone };
    expect(parseInquiryResponse({ status: "invalid", errors })).toEqual({
      status: "invalid",
      errors,
    });
    const gone = { status: "failed", title: INQUIRY_MESSAGES.goneTitle, reason: "Gone." };
    expect(parseInquiryResponse(gone)).toEqual(gone);
  });

  it("that its host gave instead is a failure in the host's words", () => {
    const body = { error: { code: "too_many_requests", message: "Please try again in a minute." } };
    expect(parseInquiryResponse(body)).toEqual({
      ...failed,
      reason: "Please try again in a minute.",
    });
  });

  it.each([null, "x", 7, [], {}, { status: "invalid" }, { status: "failed" }, { error: "x" }])(
    "that is none (%j) is a failure in the specification's words",
    (body) => {
      expect(parseInquiryResponse(body)).toEqual(failed);
    },
  );
});

describe("sending an inquiry", () => {
  afterEach(() => vi.unstubAllGlobals());

  it("goes to the product's own address and brings the answer", async () => {
    const post = vi.fn(async () => Response.json({ status: "sent" }));
    vi.stubGlobal("fetch", post);
    const form = new FormData();
    expect(await requestInquiry("/product/1/inquiry", form)).toEqual({ status: "sent" });
    expect(post).toHaveBeenCalledWith(
      "/product/1/inquiry/submit",
      expect.objectContaining({ method: "POST", body: form }),
    );
  });

  it("without a connection, or with a page for an answer, fails in the specification's words", async () => {
    vi.stubGlobal("fetch", () => Promise.reject(new TypeError("Failed to fetch")));
    expect(await requestInquiry("/p", new FormData())).toEqual(failed);
    vi.stubGlobal("fetch", async () => new Response("<!doctype html>", { status: 502 }));
    expect(await requestInquiry("/p", new FormData())).toEqual(failed);
  });
});
