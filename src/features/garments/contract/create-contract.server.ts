import { canonicalJson } from "#core/canonical-json.ts";
import type { Queryable, Transaction } from "#db/client.server.ts";
import { contracts } from "#db/schema/contracts.server.ts";
import type { AppliedCorrection } from "#features/garments/fit-memory/correction.ts";
import type { SecretBox } from "#platform/secrets.server.ts";
import type { OpenContractVersion } from "./contract-queries.server.ts";
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

/**
 * Adds the version that a garment which is made again is cut to: as agreed, with the corrections that the customer reported. None
 * when it would say the same. `newest` is the line's newest version, read in this transaction; the database refuses a second
 * successor of it.
 */
export async function addRemakeVersion(
  tx: Transaction,
  { measurementBox }: { measurementBox: SecretBox },
  newest: OpenContractVersion,
  corrections: readonly AppliedCorrection[],
): Promise<void> {
  const { hash, orderItemId, specification: agreed, terms, version } = newest;
  if (!agreed || canonicalJson(agreed.corrections ?? []) === canonicalJson(corrections)) return;
  const { corrections: _former, ...same } = agreed;
  const specification = corrections.length > 0 ? { ...same, corrections: [...corrections] } : same;
  const previous = { version, hash, proposalId: null };
  const line = { orderItemId, specification, terms };
  await tx.insert(contracts).values(newContractRow(measurementBox, line, previous));
}
