import pg from "pg";

/** Loaded before the shop; replies with the number of SQL statements so far. */
let statements = 0;
const query = pg.Client.prototype.query;

/** Not part of a request. */
const BACKGROUND = /pgboss|select version from content_version/;

function textOf(first: unknown): string {
  if (typeof first === "string") return first;
  return String((first as { text?: unknown } | null)?.text ?? "");
}

pg.Client.prototype.query = function counted(this: pg.Client, ...args: unknown[]) {
  if (!BACKGROUND.test(textOf(args[0]))) statements += 1;
  return Reflect.apply(query, this, args);
} as typeof query;

process.on("message", () => process.send?.({ statements }));
