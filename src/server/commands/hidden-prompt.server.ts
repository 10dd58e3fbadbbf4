import { createInterface } from "node:readline";
import { Writable } from "node:stream";

/** Hides what is typed on the terminal. */
const nowhere = new Writable({
  write(_chunk, _encoding, done) {
    done();
  },
});

type HiddenPrompt = {
  isTerminal: boolean;
  /** The next line, empty at the end. The question is said on a terminal only. */
  next(question: string): Promise<string>;
};

/** Reads lines of a terminal, hidden, or of a pipe. */
export async function withHiddenPrompt<Value>(
  say: (line: string) => void,
  work: (prompt: HiddenPrompt) => Promise<Value>,
): Promise<Value> {
  const isTerminal = process.stdin.isTTY === true;
  const lines = createInterface({ input: process.stdin, output: nowhere, terminal: isTerminal });
  try {
    const raw = lines[Symbol.asyncIterator]();
    return await work({
      isTerminal,
      async next(question) {
        if (isTerminal) say(question);
        const line = await raw.next();
        return line.done ? "" : line.value;
      },
    });
  } finally {
    lines.close();
  }
}
