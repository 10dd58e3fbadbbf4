import type { Result } from "#core/result.ts";
import { fail, ok } from "#core/result.ts";
import { tidyText, tooLongMessage } from "#core/submitted-text.ts";

/** A long letter; what is longer is better sent as a file from the owner's own mailbox. */
const MOST_LETTERS = 10_000;

/** Judges an answer as typed: the tidy text, or what is wrong with it in words. */
export function readReply(typed: string): Result<string, string> {
  const body = tidyText(typed);
  if (body === "") return fail("Please write your answer first");
  return body.length > MOST_LETTERS
    ? fail(tooLongMessage("An answer", MOST_LETTERS, body.length))
    : ok(body);
}
