import { eq } from "drizzle-orm";
import { isId } from "#core/ids.ts";
import type { Result } from "#core/result.ts";
import { fail, ok } from "#core/result.ts";
import type { Database, Queryable } from "#db/client.server.ts";
import { orderItems } from "#db/schema/orders.server.ts";
import type { Actor, Admin } from "#features/base/identity/actor.ts";
import { asAdmin, isAtelier } from "#features/base/identity/guards.server.ts";
import type { StaffReadFailure } from "#features/body/measurement/measurement-reads.server.ts";
import type {
  ContractVersion,
  OpenContractVersion,
} from "#features/garments/contract/contract-queries.server.ts";
import {
  listContracts,
  readContractAsStaff,
} from "#features/garments/contract/contract-queries.server.ts";
import { findTermsOfProduct } from "#features/garments/options/terms-queries.server.ts";
import type { Clock } from "#platform/clock.server.ts";
import type { SecretBox } from "#platform/secrets.server.ts";
import type { OpenedProposal, ProposalEntry } from "./proposal-queries.server.ts";
import { listProposals, openProposalsOfLine } from "./proposal-queries.server.ts";
import type { ProposalContent } from "./stored-proposals.server.ts";
import { findNewestProposal, proposalColumn, statusAt } from "./stored-proposals.server.ts";

export type LineContract = {
  orderId: string;
  versions: readonly ContractVersion[];
  proposals: readonly ProposalEntry[];
  /** Whether the reader may open the measurements. */
  mayOpen: boolean;
};

/** A line's contract for any admin: terms, versions and proposals, nothing that was measured. */
export const findLineContract = asAdmin(
  async (
    deps: { db: Queryable; clock: Clock },
    input: { actor: Admin; orderId: string; orderItemId: string },
  ): Promise<Result<LineContract, "not_found">> => {
    const { actor, orderId, orderItemId } = input;
    if (!isId(orderId) || !isId(orderItemId)) return fail("not_found");
    const ofLine = <Each extends { orderItemId: string }>(all: readonly Each[]) =>
      all.filter((each) => each.orderItemId === orderItemId);
    const versions = ofLine(await listContracts(deps.db, orderId));
    if (versions.length === 0) return fail("not_found");
    const proposals = ofLine(await listProposals(deps, orderId));
    return ok({ orderId, versions, proposals, mayOpen: await isAtelier(deps.db, actor) });
  },
);

/** The choices of each option group that cost what the chosen one costs; cloth was taken from stock and stays. */
type OptionChoices = { group: string; chosen: string; choices: readonly string[] }[];

export type OpenedLine = {
  versions: readonly OpenContractVersion[];
  proposals: readonly OpenedProposal[];
  choices: OptionChoices;
  /** The last proposal when nobody answered it in time, so that it can be sent again. */
  expired: ProposalContent | null;
};

async function choicesOf(db: Queryable, orderItemId: string, newest: ContractVersion) {
  const [line] = await db
    .select({ productId: orderItems.productId })
    .from(orderItems)
    .where(eq(orderItems.id, orderItemId));
  const terms = line?.productId ? await findTermsOfProduct(db, line.productId) : null;
  return newest.terms.options.flatMap(({ choice, group, priceMinor }) => {
    const offered = terms?.groups.find(({ kind, name }) => name === group && kind === "choice");
    const others = (offered?.choices ?? []).filter(
      ({ name, price }) => name !== choice && price.minorUnits === priceMinor,
    );
    if (others.length === 0) return [];
    return [{ group, chosen: choice, choices: [choice, ...others.map(({ name }) => name)] }];
  });
}

/** Opens a line's contract and its proposals for the atelier, with the entry that the customer sees. */
export async function openLineAsStaff(
  deps: { db: Database; measurementBox: SecretBox; clock: Clock },
  input: { actor: Actor; orderItemId: string; purpose: string },
): Promise<Result<OpenedLine, StaffReadFailure>> {
  const read = await readContractAsStaff(deps, input);
  if (!read.ok) return read;
  const versions = read.value;
  const contents = new Map(
    versions.flatMap(({ specification, terms, version }) =>
      specification ? [[version, { specification, terms }] as const] : [],
    ),
  );
  const newest = versions.at(-1);
  const last = await findNewestProposal(deps.db, input.orderItemId);
  const isExpired =
    last?.baseVersion === newest?.version && last && statusAt(last, deps.clock.now()) === "expired";
  return ok({
    versions,
    proposals: await openProposalsOfLine(deps, input.orderItemId, contents, (whole) => whole),
    choices: newest ? await choicesOf(deps.db, input.orderItemId, newest) : [],
    expired: isExpired ? proposalColumn.open(deps.measurementBox, last) : null,
  });
}
