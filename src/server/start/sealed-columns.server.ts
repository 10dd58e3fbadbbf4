import {
  fitImageKeyColumn,
  garmentImageKeyColumn,
} from "#features/base/media/private-images.server.ts";
import { linkProfileColumn, linkTokenColumn } from "#features/body/links/sealed-links.server.ts";
import { profileColumn } from "#features/body/measurement/sealed-profiles.server.ts";
import { feedbackColumn } from "#features/garments/alterations/fit-feedback.server.ts";
import { noteColumn } from "#features/garments/alterations/stored-alterations.server.ts";
import { contractColumn } from "#features/garments/contract/seal-contract.server.ts";
import { fitMemoryColumn } from "#features/garments/fit-memory/fit-memories.server.ts";
import { patternColumn } from "#features/garments/order-patterns/stored-patterns.server.ts";
import {
  proposalColumn,
  reasonColumn,
} from "#features/garments/proposals/stored-proposals.server.ts";
import { qualityCheckColumn } from "#features/garments/quality-control/check-quality.server.ts";
import { specificationColumn } from "#features/garments/specification/seal-specification.server.ts";
import { payoutAccountColumn } from "#features/sales/payments/payout-account.server.ts";

/** What people measured of themselves. */
export const PEOPLE_COLUMNS = [profileColumn, linkTokenColumn, linkProfileColumn] as const;

/** What belongs to an ordered garment. */
export const GARMENT_COLUMNS = [
  contractColumn,
  proposalColumn,
  reasonColumn,
  specificationColumn,
  patternColumn,
  fitMemoryColumn,
  qualityCheckColumn,
  feedbackColumn,
  noteColumn,
  fitImageKeyColumn,
  garmentImageKeyColumn,
] as const;

/** Where money goes back to. */
export const MONEY_COLUMNS = [payoutAccountColumn] as const;

/**
 * Every column that is sealed with the measurement key; a start after a rotation seals their values anew. A test compares this list
 * with the schema.
 */
export const SEALED_COLUMNS = [...PEOPLE_COLUMNS, ...GARMENT_COLUMNS, ...MONEY_COLUMNS] as const;
