import { z } from "zod";

const name = z.string().regex(/^[a-z_][a-z0-9_]*$/);

/** What a dump of the shop's tables says about itself; the rows travel beside it. */
export const dumpSchema = z.object({
  /** The newest migration the tables had. */
  schema: z.object({ tag: z.string(), when: z.number().int(), hash: z.string() }),
  tables: z.array(
    z.object({ name, columns: z.array(name).min(1), rows: z.number().int().nonnegative() }),
  ),
  sequences: z.array(z.object({ name, value: z.string().regex(/^-?\d+$/) })),
});

export type Dump = z.infer<typeof dumpSchema>;

/**
 * Tables whose rows are not dumped. Who was signed in, what was asked for and sent to confirm an address or choose a new password, and
 * how often somebody tried end with the shop they belong to: brought back, they would revive what was ended since.
 */
export const TABLES_LEFT_OUT: readonly string[] = [
  "sessions",
  "verifications",
  "password_reset_requests",
  "rate_limits",
];
