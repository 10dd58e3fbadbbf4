ALTER TABLE "contract_proposals" ALTER COLUMN "token_hash" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "contract_proposals" ADD COLUMN "origin" text DEFAULT 'atelier' NOT NULL;--> statement-breakpoint
-- The version that it led to says that the customer made it. The hash of a token that nobody has stays as it is.
UPDATE "contract_proposals" p SET "origin" = 'customer' WHERE EXISTS (SELECT FROM "contracts" c WHERE c."proposal_id" = p."id" AND c."terms" ->> 'changedBy' = 'customer');--> statement-breakpoint
ALTER TABLE "contract_proposals" ADD CONSTRAINT "contract_proposals_origin_known" CHECK ("contract_proposals"."origin" in ('atelier', 'customer'));--> statement-breakpoint
ALTER TABLE "contract_proposals" ADD CONSTRAINT "contract_proposals_atelier_has_link" CHECK ("contract_proposals"."origin" = 'customer' or "contract_proposals"."token_hash" is not null);