import { StripeRefusal } from "./stripe-refusal.ts";

export type RecordedResponse = { status: number; body: object; replayed?: boolean };

type StoredEntry = { question: string; response: RecordedResponse | null };

/** The same key and request repeats the response, errors too; different or concurrent ones are refused. */
export class KeyMemory {
  readonly #stored = new Map<string, StoredEntry>();

  /** Null for the first request, which then calls `remember` or `forget`. */
  request(key: string, question: string): RecordedResponse | null {
    const stored = this.#stored.get(key);
    if (!stored) {
      this.#stored.set(key, { question, response: null });
      return null;
    }
    if (stored.question !== question) {
      const text = `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${key}' if you meant to execute a different request.`;
      throw new StripeRefusal(400, text, { type: "idempotency_error" });
    }
    if (!stored.response) {
      const text = `There is currently another in-progress request using this Idempotent Key (that probably means you submitted twice, and the other request is still going through): ${key}.`;
      throw new StripeRefusal(409, text, {
        type: "idempotency_error",
        code: "idempotency_key_in_use",
      });
    }
    return { ...stored.response, replayed: true };
  }

  remember(key: string, response: RecordedResponse): void {
    const stored = this.#stored.get(key);
    if (stored) stored.response = response;
  }

  /** No work was done. */
  forget(key: string): void {
    this.#stored.delete(key);
  }
}
