import { sql } from "drizzle-orm";
import type { AnyPgColumn } from "drizzle-orm/pg-core";
import { check, index, integer, jsonb, pgTable, text, unique, uuid } from "drizzle-orm/pg-core";
import { createdAt, id, moment, sealedText, secretHash } from "./columns.server.ts";
import { profiles } from "./identity.server.ts";
import type { StoredItemOption } from "./orders.server.ts";
import { orderItems } from "./orders.server.ts";

/** What bookkeeping needs. Amounts in minor units. */
type Terms = {
  product: string;
  garment: string | null;
  color?: string | undefined;
  options: StoredItemOption[];
  surchargeMinor: number;
  currency: string;
  unitPriceMinor: number;
  extraDays: number;
  policyVersion: number;
  consentVersion: number | null;
  remakeOf?: string | undefined;
  changedBy?: "customer" | undefined;
};

/**
 * The frozen contract of an ordered line, one row for each version. Triggers refuse every change but the removal and the resealing
 * of `sealed` (ADR 0039), and the program's user on the embedded server may only read and add rows.
 */
export const contracts = pgTable(
  "contracts",
  {
    id: id(),
    orderItemId: uuid("order_item_id")
      .notNull()
      .references(() => orderItems.id),
    version: integer("version").notNull(),
    /** Specification and salt; null once the measurements are removed. */
    sealed: sealedText("sealed"),
    terms: jsonb("terms").$type<Terms>().notNull(),
    /** SHA-256 over everything above and the hash before it. */
    hash: text("hash").notNull(),
    previousHash: text("previous_hash"),
    origin: text("origin", { enum: ["order", "proposal", "remake"] }).notNull(),
    proposalId: uuid("proposal_id").references((): AnyPgColumn => contractProposals.id),
    createdAt: createdAt(),
    reducedAt: moment("reduced_at"),
  },
  (table) => [
    unique("contracts_version").on(table.orderItemId, table.version),
    index("contracts_proposal").on(table.proposalId),
    index("contracts_unreduced").on(table.createdAt).where(sql`sealed is not null`),
    check("contracts_version_positive", sql`${table.version} > 0`),
    check("contracts_hash_whole", sql`${table.hash} ~ '^[0-9a-f]{64}$'`),
    check("contracts_origin_known", sql`${table.origin} in ('order', 'proposal', 'remake')`),
    check(
      "contracts_origin_matches",
      sql`(${table.origin} = 'order') = (${table.version} = 1) and (${table.origin} = 'proposal') = (${table.proposalId} is not null) and (${table.version} = 1) = (${table.previousHash} is null)`,
    ),
    check(
      "contracts_reduced_or_sealed",
      sql`(${table.sealed} is null) = (${table.reducedAt} is not null)`,
    ),
  ],
);

/**
 * A change of a contract. The atelier proposes one, and the customer answers through a private link; a customer's own change is
 * approved by making it.
 */
export const contractProposals = pgTable(
  "contract_proposals",
  {
    id: id(),
    orderItemId: uuid("order_item_id")
      .notNull()
      .references(() => orderItems.id),
    /** The version that it changes. */
    baseVersion: integer("base_version").notNull(),
    /** Who wants the change; 'wearer' is somebody who measured again behind a link. */
    origin: text("origin", { enum: ["atelier", "customer", "wearer"] })
      .notNull()
      .default("atelier"),
    /** The proposed content and the note; null once the measurements are removed. */
    sealed: sealedText("sealed"),
    /** Why the customer declined. */
    reason: sealedText("reason"),
    /** Of the link's token; null for a customer's own change, to which no link leads. */
    tokenHash: secretHash("token_hash"),
    status: text("status", { enum: ["open", "approved", "declined", "withdrawn"] })
      .notNull()
      .default("open"),
    proposedBy: uuid("proposed_by").references(() => profiles.id, { onDelete: "set null" }),
    createdAt: createdAt(),
    respondedAt: moment("answered_at"),
  },
  (table) => [
    unique("contract_proposals_token").on(table.tokenHash),
    index("contract_proposals_line").on(table.orderItemId, table.createdAt),
    index("contract_proposals_staff").on(table.proposedBy),
    check(
      "contract_proposals_status_known",
      sql`${table.status} in ('open', 'approved', 'declined', 'withdrawn')`,
    ),
    check(
      "contract_proposals_origin_known",
      sql`${table.origin} in ('atelier', 'customer', 'wearer')`,
    ),
    // Customers' changes of earlier versions of the shop have a hash of their own that belongs to no token.
    check(
      "contract_proposals_atelier_has_link",
      sql`${table.origin} = 'customer' or ${table.tokenHash} is not null`,
    ),
    check(
      "contract_proposals_answered",
      sql`(${table.status} = 'open') = (${table.respondedAt} is null)`,
    ),
  ],
);
