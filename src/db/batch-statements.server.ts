import DataLoader from "dataloader";
import { DrizzleQueryError } from "drizzle-orm";
import { DatabaseError } from "pg";

/** All or nothing, in input order; null when they cannot share a statement. */
type BatchStatement<Connection, Input, Output> = (
  connection: Connection,
  inputs: readonly Input[],
) => Promise<readonly Output[] | null>;

/** The statement stays fast, and a lock delays few calls. */
const MAX_BATCH = 32;

/** A slower batch waits for a lock or disk; the next starts beside it. */
const SLOW_BATCH_MS = 25;

/** Finds the Postgres error inside an error, or null. */
export function findPostgresError(error: unknown): DatabaseError | null {
  const cause = error instanceof DrizzleQueryError ? error.cause : error;
  return cause instanceof DatabaseError ? cause : null;
}

async function runAlone<Connection, Input, Output>(
  statement: BatchStatement<Connection, Input, Output>,
  connection: Connection,
  input: Input,
): Promise<Output | Error> {
  try {
    const [output] = (await statement(connection, [input])) ?? [];
    return output === undefined ? new Error("A statement returned nothing for its input") : output;
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
}

async function runBatch<Connection, Input, Output>(
  statement: BatchStatement<Connection, Input, Output>,
  connection: Connection,
  inputs: readonly Input[],
): Promise<readonly (Output | Error)[]> {
  if (inputs.length > 1) {
    try {
      const outputs = await statement(connection, inputs);
      if (outputs) return outputs;
    } catch (error) {
      if (!findPostgresError(error)) throw error;
    }
  }
  return Promise.all(inputs.map((input) => runAlone(statement, connection, input)));
}

/** One batch at a time: next turn when idle, else when the running batch ends or is slow. */
function createLoader<Connection, Input, Output>(
  statement: BatchStatement<Connection, Input, Output>,
  connection: Connection,
): DataLoader<Input, Output> {
  const dispatches: (() => void)[] = [];
  let isBusy = false;

  function dispatchNext(): void {
    if (isBusy || dispatches.length === 0) return;
    isBusy = true;
    setImmediate(() => dispatches.shift()?.());
  }

  async function load(inputs: readonly Input[]): Promise<readonly (Output | Error)[]> {
    let isReleased = false;
    const release = () => {
      if (isReleased) return;
      isReleased = true;
      clearTimeout(slow);
      isBusy = false;
      dispatchNext();
    };
    const slow = setTimeout(release, SLOW_BATCH_MS);
    return runBatch(statement, connection, inputs).finally(release);
  }

  return new DataLoader<Input, Output>(load, {
    cache: false,
    maxBatchSize: MAX_BATCH,
    batchScheduleFn(dispatch) {
      dispatches.push(dispatch);
      dispatchNext();
    },
  });
}

/**
 * Sends concurrent calls on one pool or transaction as one statement (ADR 0020). If Postgres refuses a batch,
 * or the statement returns null, each call runs alone. Outputs are never undefined or an Error.
 */
export function batched<Connection extends object, Input, Output>(
  statement: BatchStatement<Connection, Input, Output>,
): (connection: Connection, input: Input) => Promise<Output> {
  const loaders = new WeakMap<Connection, DataLoader<Input, Output>>();
  return (connection, input) => {
    const loader = loaders.get(connection) ?? createLoader(statement, connection);
    loaders.set(connection, loader);
    return loader.load(input);
  };
}
