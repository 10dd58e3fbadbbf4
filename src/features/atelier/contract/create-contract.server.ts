import type { Queryable } from "#db/client.server.ts";
import { contracts } from "#db/schema/contracts.server.ts";
import type { SecretBox } from "#platform/secrets.server.ts";
import type { NewContract } from "./seal-contract.server.ts";
import { newContractRow } from "./seal-contract.server.ts";

/**
 * Writes the first version of the contracts of ordered lines, in the transaction that writes the order. Measurements are
 * sealed with the measurement key; the database refuses a second first version and every later change.
 */
export async function createContracts(
  tx: Queryable,
  { measurementBox }: { measurementBox: SecretBox },
  lines: readonly NewContract[],
): Promise<void> {
  if (lines.length === 0) return;
  await tx.insert(contracts).values(lines.map((line) => newContractRow(measurementBox, line)));
}

/** The contract of one ordered line; see `createContracts`. */
export function createContract(
  tx: Queryable,
  deps: { measurementBox: SecretBox },
  line: NewContract,
): Promise<void> {
  return createContracts(tx, deps, [line]);
}
