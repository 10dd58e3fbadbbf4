CREATE TABLE "contract_proposals" (
	"id" uuid PRIMARY KEY NOT NULL,
	"order_item_id" uuid NOT NULL,
	"base_version" integer NOT NULL,
	"sealed" jsonb,
	"reason" jsonb,
	"token_hash" text NOT NULL,
	"status" text DEFAULT 'open' NOT NULL,
	"proposed_by" uuid,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"answered_at" timestamp with time zone,
	CONSTRAINT "contract_proposals_token" UNIQUE("token_hash"),
	CONSTRAINT "contract_proposals_status_known" CHECK ("contract_proposals"."status" in ('open', 'approved', 'declined', 'withdrawn')),
	CONSTRAINT "contract_proposals_answered" CHECK (("contract_proposals"."status" = 'open') = ("contract_proposals"."answered_at" is null))
);
--> statement-breakpoint
CREATE TABLE "contracts" (
	"id" uuid PRIMARY KEY NOT NULL,
	"order_item_id" uuid NOT NULL,
	"version" integer NOT NULL,
	"sealed" jsonb,
	"terms" jsonb NOT NULL,
	"hash" text NOT NULL,
	"previous_hash" text,
	"origin" text NOT NULL,
	"proposal_id" uuid,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"reduced_at" timestamp with time zone,
	CONSTRAINT "contracts_version" UNIQUE("order_item_id","version"),
	CONSTRAINT "contracts_version_positive" CHECK ("contracts"."version" > 0),
	CONSTRAINT "contracts_hash_whole" CHECK ("contracts"."hash" ~ '^[0-9a-f]{64}$'),
	CONSTRAINT "contracts_origin_known" CHECK ("contracts"."origin" in ('order', 'proposal')),
	CONSTRAINT "contracts_origin_matches" CHECK (("contracts"."origin" = 'order') = ("contracts"."version" = 1) and ("contracts"."origin" = 'proposal') = ("contracts"."proposal_id" is not null) and ("contracts"."version" = 1) = ("contracts"."previous_hash" is null)),
	CONSTRAINT "contracts_reduced_or_sealed" CHECK (("contracts"."sealed" is null) = ("contracts"."reduced_at" is not null))
);
--> statement-breakpoint
ALTER TABLE "contract_proposals" ADD CONSTRAINT "contract_proposals_order_item_id_order_items_id_fk" FOREIGN KEY ("order_item_id") REFERENCES "public"."order_items"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "contract_proposals" ADD CONSTRAINT "contract_proposals_proposed_by_profiles_id_fk" FOREIGN KEY ("proposed_by") REFERENCES "public"."profiles"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "contracts" ADD CONSTRAINT "contracts_order_item_id_order_items_id_fk" FOREIGN KEY ("order_item_id") REFERENCES "public"."order_items"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "contracts" ADD CONSTRAINT "contracts_proposal_id_contract_proposals_id_fk" FOREIGN KEY ("proposal_id") REFERENCES "public"."contract_proposals"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "contract_proposals_line" ON "contract_proposals" USING btree ("order_item_id","created_at");--> statement-breakpoint
CREATE INDEX "contract_proposals_staff" ON "contract_proposals" USING btree ("proposed_by");--> statement-breakpoint
CREATE INDEX "contracts_proposal" ON "contracts" USING btree ("proposal_id");--> statement-breakpoint
CREATE INDEX "contracts_unreduced" ON "contracts" USING btree ("created_at") WHERE sealed is not null;
--> statement-breakpoint
-- A contract is written once. Its columns stay as they are, with two exceptions that only the owner of the table may make, through
-- the functions below: its measurements are removed, or sealed with another key. The hash covers both parts before that.
CREATE FUNCTION "guard_contracts"() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  last_version integer; last_hash text;
BEGIN
  IF tg_op = 'INSERT' THEN
    SELECT version, hash INTO last_version, last_hash FROM public.contracts
     WHERE order_item_id = new.order_item_id ORDER BY version DESC LIMIT 1;
    IF new.version <> coalesce(last_version, 0) + 1 OR new.previous_hash IS DISTINCT FROM last_hash
       OR new.sealed IS NULL OR new.reduced_at IS NOT NULL OR (new.origin = 'order') <> (new.version = 1) THEN
      RAISE EXCEPTION 'a contract begins with its order and follows its last version' USING ERRCODE = 'restrict_violation';
    END IF;
    RETURN new;
  END IF;
  IF tg_op = 'UPDATE' AND current_setting('shop.contract_change', true) = old.id::text
     AND current_user = (SELECT pg_get_userbyid(relowner) FROM pg_class WHERE pg_class.oid = tg_relid)
     AND to_jsonb(new) - 'sealed' - 'reduced_at' = to_jsonb(old) - 'sealed' - 'reduced_at' AND old.sealed IS NOT NULL THEN
    IF new.sealed IS NULL AND old.reduced_at IS NULL AND new.reduced_at IS NOT NULL THEN RETURN new; END IF;
    IF new.reduced_at IS NULL AND new.sealed->>'keyId' <> old.sealed->>'keyId' THEN RETURN new; END IF;
  END IF;
  RAISE EXCEPTION 'contracts are written once' USING ERRCODE = 'restrict_violation';
END $$;
--> statement-breakpoint
CREATE TRIGGER "contracts_guarded" BEFORE INSERT OR UPDATE OR DELETE ON "contracts" FOR EACH ROW EXECUTE FUNCTION "guard_contracts"();
--> statement-breakpoint
CREATE TRIGGER "contracts_kept" BEFORE TRUNCATE ON "contracts" FOR EACH STATEMENT EXECUTE FUNCTION "guard_contracts"();
--> statement-breakpoint
-- Removes the measurements of contracts 60 days after they were written, or sooner when their order ended unpaid or its person is
-- erased. It runs as the table's owner. Terms and hash stay. Returns how many were reduced.
CREATE FUNCTION "reduce_contracts"(ids uuid[]) RETURNS integer LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  due uuid; reduced integer := 0;
BEGIN
  FOR due IN
    SELECT c.id FROM public.contracts c
      JOIN public.order_items i ON i.id = c.order_item_id JOIN public.orders o ON o.id = i.order_id
     WHERE c.id = ANY (ids) AND c.sealed IS NOT NULL
       AND (c.created_at <= now() - interval '60 days' OR o.status IN ('cancelled', 'expired') OR o.customer_email = 'deleted-account@shop.invalid')
     ORDER BY c.id FOR UPDATE OF c
  LOOP
    PERFORM set_config('shop.contract_change', due::text, true);
    UPDATE public.contracts SET sealed = NULL, reduced_at = now() WHERE id = due;
    reduced := reduced + 1;
  END LOOP;
  PERFORM set_config('shop.contract_change', '', true);
  RETURN reduced;
END $$;
--> statement-breakpoint
-- For the rotation of the measurement key at the start, which runs as the table's owner: nobody else may call it.
CREATE FUNCTION "reseal_contract"(contract uuid, resealed jsonb) RETURNS void LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  PERFORM set_config('shop.contract_change', contract::text, true);
  UPDATE public.contracts SET sealed = resealed WHERE id = contract AND sealed IS NOT NULL;
  PERFORM set_config('shop.contract_change', '', true);
END $$;
--> statement-breakpoint
REVOKE ALL ON FUNCTION "reseal_contract"(uuid, jsonb) FROM PUBLIC;
