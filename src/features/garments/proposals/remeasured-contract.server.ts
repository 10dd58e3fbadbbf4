import type { Queryable } from "#db/client.server.ts";
import { findMeasuredByLink } from "#features/body/links/order-by-link.server.ts";
import { termsToContinue } from "#features/garments/contract/contract.ts";
import type {
  ContractChange,
  ContractContent,
} from "#features/garments/contract/contract-changes.ts";
import { changesBetween } from "#features/garments/contract/contract-changes.ts";
import { openNewestContract } from "#features/garments/contract/contract-queries.server.ts";
import {
  measurementsWith,
  stylesOfOptions,
} from "#features/garments/options/made-to-measure-terms.ts";
import { findTermsOfProduct } from "#features/garments/options/terms-queries.server.ts";
import {
  measuredFit,
  measuredSince,
  withProfile,
} from "#features/garments/specification/measured-fit.ts";
import type { SecretBox } from "#platform/secrets.server.ts";

type Deps = { db: Queryable; measurementBox: SecretBox };

export type RemeasuredContract = {
  /** The version that the new numbers would follow. */
  base: number;
  /** Whose garment it is, as the contract says. */
  wearer: string;
  content: ContractContent;
  /** Old and new numbers; empty when the contract has the newest ones. */
  changes: readonly ContractChange[];
};

type Line = { orderItemId: string; productId: string | null; linkId: string };

/**
 * What the contract of a line would say with the numbers that its person has measured behind a link since that contract was agreed. Null when the contract
 * cannot be read, the product is not offered made to measure any more, or the numbers are not complete or still questioned.
 */
export async function findRemeasuredContract(
  deps: Deps,
  { linkId, orderItemId, productId }: Line,
): Promise<RemeasuredContract | null> {
  const newest = await openNewestContract(deps, orderItemId);
  const person = await findMeasuredByLink(deps, linkId);
  const offered = productId ? await findTermsOfProduct(deps.db, productId) : null;
  if (!newest?.specification || !person || !offered) return null;
  const measured = measuredFit(
    person,
    measurementsWith(offered, stylesOfOptions(newest.terms.options, offered.groups)),
  );
  if ("problem" in measured) return null;
  const { createdAt, specification, terms, version } = newest;
  const content = {
    specification: withProfile(specification, measuredSince(person, measured.fit, createdAt)),
    terms: termsToContinue(terms),
  };
  return {
    base: version,
    wearer: specification.label,
    content,
    changes: changesBetween({ specification, terms }, content),
  };
}
