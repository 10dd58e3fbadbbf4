type RefusalType = "invalid_request_error" | "idempotency_error" | "card_error" | "api_error";

export class StripeRefusal extends Error {
  override name = "StripeRefusal";
  readonly status: number;
  readonly type: RefusalType;
  readonly code: string | undefined;
  readonly param: string | undefined;

  constructor(
    status: number,
    message: string,
    more: { type?: RefusalType; code?: string; param?: string } = {},
  ) {
    super(message);
    this.status = status;
    this.type = more.type ?? "invalid_request_error";
    this.code = more.code;
    this.param = more.param;
  }

  get body() {
    const { type, code, param, message } = this;
    return { error: { type, code, param, message, doc_url: undefined } };
  }
}

export function missing(thing: string, id: string, param = "id"): StripeRefusal {
  const message = `No such ${thing}: '${id}'`;
  return new StripeRefusal(404, message, { code: "resource_missing", param });
}

export function invalid(param: string, message: string, code = "parameter_invalid"): StripeRefusal {
  return new StripeRefusal(400, message, { code, param });
}

export function serviceFailure(status: number): StripeRefusal {
  switch (status) {
    case 401:
      return new StripeRefusal(401, "Invalid API Key provided: sk_test_***wrong");
    case 402:
      return new StripeRefusal(402, "Your card was declined.", {
        type: "card_error",
        code: "card_declined",
      });
    case 403:
      return new StripeRefusal(403, "The provided key does not have the required permissions.");
    case 429:
      return new StripeRefusal(429, "Request rate limit exceeded.", { code: "rate_limit" });
    default:
      return new StripeRefusal(
        status,
        "Sorry! There was an error while talking to one of our backends.",
        {
          type: "api_error",
        },
      );
  }
}
