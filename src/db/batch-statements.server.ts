import { DrizzleQueryError } from "drizzle-orm";
import { DatabaseError } from "pg";

/** One statement for many: takes what each asks in the order they came, and answers in that order; null when they cannot go together. */
type Together<Through, Asked, Answer> = (
  through: Through,
  asked: readonly Asked[],
) => Promise<readonly Answer[] | null>;

type Waiting<Asked, Answer> = {
  asked: Asked;
  resolve(answer: Answer): void;
  reject(error: unknown): void;
};

/** The most that go together: a statement of so many is still over in a moment, and a lock that it waits for holds no more of them up. */
const MOST = 32;

/** When a group is away for longer, it waits for a lock or the disk: the next one leaves all the same, so that nobody waits for a stranger's lock. */
const LATE_MS = 25;

/** The error that Postgres answered with, however it is wrapped; null when the trouble lies elsewhere. */
export function findPostgresError(error: unknown): DatabaseError | null {
  const cause = error instanceof DrizzleQueryError ? error.cause : error;
  return cause instanceof DatabaseError ? cause : null;
}

/** Where those who ask through one pool, or one transaction, wait for the group before them. */
class BatchQueue<Through, Asked, Answer> {
  readonly #through: Through;
  readonly #together: Together<Through, Asked, Answer>;
  #waiting: Waiting<Asked, Answer>[] = [];
  #isAway = false;

  constructor(through: Through, together: Together<Through, Asked, Answer>) {
    this.#through = through;
    this.#together = together;
  }

  enqueue(asked: Asked): Promise<Answer> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ asked, resolve, reject });
      this.#flushSoon();
    });
  }

  /** Who came back together from the statement before asks together: the first of them waits for the others of this turn. */
  #flushSoon(): void {
    if (this.#isAway) return;
    this.#isAway = true;
    setImmediate(() => {
      this.#isAway = false;
      this.#flush();
    });
  }

  #flush(): void {
    if (this.#isAway || this.#waiting.length === 0) return;
    const group = this.#waiting.splice(0, MOST);
    let isNextFree = false;
    const letNextGo = () => {
      if (isNextFree) return;
      isNextFree = true;
      clearTimeout(late);
      this.#isAway = false;
      if (this.#waiting.length > 0) this.#flushSoon();
    };
    const late = setTimeout(letNextGo, LATE_MS);
    this.#isAway = true;
    void this.#run(group).finally(letNextGo);
  }

  async #run(group: readonly Waiting<Asked, Answer>[]): Promise<void> {
    try {
      const answers = await this.#together(
        this.#through,
        group.map(({ asked }) => asked),
      );
      if (answers) return resolveAll(group, answers);
    } catch (error) {
      if (group.length === 1 || !findPostgresError(error)) return rejectAll(group, error);
    }
    await Promise.all(group.map((alone) => this.#runAlone(alone)));
  }

  async #runAlone({ asked, resolve, reject }: Waiting<Asked, Answer>): Promise<void> {
    try {
      const [answer] = (await this.#together(this.#through, [asked])) ?? [];
      if (answer === undefined) throw new Error("A statement has an answer for whoever asks alone");
      resolve(answer);
    } catch (error) {
      reject(error);
    }
  }
}

function resolveAll<Asked, Answer>(
  group: readonly Waiting<Asked, Answer>[],
  answers: readonly Answer[],
): void {
  for (const [index, { resolve, reject }] of group.entries()) {
    const answer = answers[index];
    if (answer === undefined) reject(new Error("A statement has an answer for each who asks"));
    else resolve(answer);
  }
}

function rejectAll<Asked, Answer>(group: readonly Waiting<Asked, Answer>[], error: unknown): void {
  for (const { reject } of group) reject(error);
}

/**
 * A statement that those who ask for it at the same time share. Who comes alone is served at once; who comes while a group is away leaves with the
 * next one, so that a busy shop has fewer statements, and not more of them waiting. What Postgres refuses, or what `together` says cannot go together
 * (null), is done again for each alone: nobody fails for another's order. `together` must therefore do all or nothing, and answers are never undefined.
 */
export function batched<Through extends object, Asked, Answer>(
  together: Together<Through, Asked, Answer>,
): (through: Through, asked: Asked) => Promise<Answer> {
  const stops = new WeakMap<Through, BatchQueue<Through, Asked, Answer>>();
  return (through, asked) => {
    const stop = stops.get(through) ?? new BatchQueue(through, together);
    stops.set(through, stop);
    return stop.enqueue(asked);
  };
}
