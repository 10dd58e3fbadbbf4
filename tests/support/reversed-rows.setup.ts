/*
 * The rows of a statement that names no order come the other way round. Postgres promises none: whoever reads the first
 * row without naming an order passes until the table's pages are filled in another way, on another day.
 */
import type { QueryResult } from "pg";
import { Client } from "pg";

const PARENTHESIZED = /\([^()]*\)/g;

/** Whether the statement itself, outside of parentheses, leaves the order of its rows to the database. */
function leavesOrderOpen(statement: string): boolean {
  let outer = statement.replaceAll(/'[^']*'/g, "''");
  while (outer.search(PARENTHESIZED) >= 0) outer = outer.replaceAll(PARENTHESIZED, " ");
  return /^\s*(select|with|update|delete)\b/i.test(outer) && !/\border\s+by\b/i.test(outer);
}

function textOf(query: unknown): string {
  if (typeof query === "string") return query;
  const { text } = query as { text?: unknown };
  return typeof text === "string" ? text : "";
}

function reverseRows<Result extends QueryResult | undefined>(result: Result): Result {
  if (Array.isArray(result?.rows)) result.rows.reverse();
  return result;
}

type Send = (...values: unknown[]) => unknown;
type Receive = (error: Error | null, result?: QueryResult) => void;

function reversing(send: Send): Send {
  return function sendAndReverse(this: unknown, ...values: unknown[]) {
    if (!leavesOrderOpen(textOf(values[0]))) return send.apply(this, values);
    const receive = values.at(-1);
    if (typeof receive === "function") {
      const receiveReversed: Receive = (error, result) =>
        (receive as Receive)(error, reverseRows(result));
      return send.apply(this, values.with(-1, receiveReversed));
    }
    const sent = send.apply(this, values);
    return sent instanceof Promise ? sent.then(reverseRows) : sent;
  };
}

const client = Client.prototype as unknown as { query: Send; isReversing?: true };

// Test files share a process, and this one is read for each.
if (!client.isReversing) {
  client.isReversing = true;
  client.query = reversing(client.query);
}
