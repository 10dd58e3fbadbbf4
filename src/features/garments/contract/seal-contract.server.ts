import { createHash, randomBytes } from "node:crypto";
import { z } from "zod";
import { canonicalJson } from "#core/canonical-json.ts";
import { newId } from "#core/ids.ts";
import { contracts } from "#db/schema/contracts.server.ts";
import type { FitSpecification } from "#features/garments/specification/specification.ts";
import { fitSpecificationSchema } from "#features/garments/specification/specification.ts";
import { sealedColumn } from "#platform/sealed-column.server.ts";
import type { Sealed, SecretBox } from "#platform/secrets.server.ts";
import type { ContractState, ContractTerms } from "./contract.ts";
import type { ContractContent } from "./contract-changes.ts";

const SALT_BYTES = 32;

/** Sealed together: without the salt a hash would confirm guessed measurements. */
const sealedPartSchema = z.object({ salt: z.string().min(43), specification: z.unknown() });

type Location = { orderItemId: string; version: number };

/**
 * The measurements of a version; bound to the line and version, so that a sealed part moved to another row does not open. Only the
 * owner of the table may seal them anew (ADR 0039); the hash stays valid.
 */
export const contractColumn = sealedColumn({
  table: contracts,
  column: "sealed",
  location: ({ orderItemId, version }: Location) =>
    `contract of ${orderItemId}, version ${version}`,
  schema: sealedPartSchema,
  encoding: "canonical_json",
  rewriting: { ownerFunction: "reseal_contract" },
});

type Hashed = Location & {
  specification: unknown;
  terms: unknown;
  previousHash: string | null;
  salt: string;
};

/** SHA-256 in hex over the canonical JSON of the whole version. */
function hashOf({ orderItemId, previousHash, salt, specification, terms, version }: Hashed) {
  const content = { orderItemId, version, specification, terms, previousHash, salt };
  return createHash("sha256").update(canonicalJson(content)).digest("hex");
}

export type ContractRow = typeof contracts.$inferInsert & { sealed: Sealed };

export type NewContract = ContractContent & { orderItemId: string };

/** A later version is a proposal that the customer approved, or what they reported about a garment that is made again. */
function originOf(previous: { proposalId: string | null } | null): ContractRow["origin"] {
  if (!previous) return "order";
  return previous.proposalId === null ? "remake" : "proposal";
}

/** The version after `previous`, or the first one; sealed, hashed and ready to be inserted. */
export function newContractRow(
  box: SecretBox,
  { orderItemId, specification, terms }: NewContract,
  previous: { version: number; hash: string; proposalId: string | null } | null = null,
): ContractRow {
  const version = (previous?.version ?? 0) + 1;
  const previousHash = previous?.hash ?? null;
  const salt = randomBytes(SALT_BYTES).toString("base64url");
  return {
    id: newId(),
    orderItemId,
    version,
    terms,
    previousHash,
    sealed: contractColumn.seal(box, { orderItemId, version }, { salt, specification }),
    hash: hashOf({ orderItemId, version, specification, terms, previousHash, salt }),
    origin: originOf(previous),
    proposalId: previous?.proposalId ?? null,
  };
}

/** The columns that a version is opened and verified from. */
export type StoredContract = Location & {
  sealed: Sealed | null;
  terms: ContractTerms;
  hash: string;
  previousHash: string | null;
};

export type OpenedContract = {
  state: ContractState;
  /** Only of a valid version. */
  specification: FitSpecification | null;
};

const without = (state: Exclude<ContractState, "valid">): OpenedContract => ({
  state,
  specification: null,
});

/**
 * Opens a version and verifies its hash. Values of a version that was altered by hand are not returned. Never throws for a
 * damaged row.
 */
export function openContract(box: SecretBox, row: StoredContract): OpenedContract {
  if (row.sealed === null) return without("reduced");
  const part = contractColumn.open(box, row);
  if (!part) return without(contractColumn.openText(box, row) === null ? "unreadable" : "altered");
  const { salt, specification } = part;
  if (hashOf({ ...row, salt, specification }) !== row.hash) return without("altered");
  const known = fitSpecificationSchema.safeParse(specification);
  return known.success ? { state: "valid", specification: known.data } : without("altered");
}
