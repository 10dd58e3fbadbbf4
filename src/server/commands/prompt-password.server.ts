import { createInterface } from "node:readline";
import { Writable } from "node:stream";

/** Takes what is typed without showing it. */
const nowhere = new Writable({
  write(_chunk, _encoding, done) {
    done();
  },
});

/**
 * Asks for a password on the terminal without showing it, twice, so that a slip of the finger locks nobody out; from a pipe it reads one
 * line. Null when the two differ or nothing came.
 */
export async function promptPassword(say: (line: string) => void): Promise<string | null> {
  const terminal = process.stdin.isTTY === true;
  const lines = createInterface({ input: process.stdin, output: nowhere, terminal });
  try {
    const typed = lines[Symbol.asyncIterator]();
    const next = async (question: string) => {
      if (terminal) say(question);
      const line = await typed.next();
      return line.done ? "" : line.value;
    };
    const first = await next("The new password (it is not shown while you type):");
    const again = terminal ? await next("The same once more:") : first;
    return first !== "" && first === again ? first : null;
  } finally {
    lines.close();
  }
}
