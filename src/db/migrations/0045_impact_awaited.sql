CREATE OR REPLACE FUNCTION "impact_changed"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE raised bigint;
BEGIN
  -- An order without a garment changes no page of who made what.
  IF TG_TABLE_NAME = 'orders' AND NOT EXISTS (
    SELECT FROM order_items i JOIN garments g ON g.order_item_id = i.id WHERE i.order_id = NEW.id
  ) THEN RETURN NULL; END IF;
  -- Pages that show who made what are stale in every process (ADR 0028).
  UPDATE content_version SET version = version + 1 RETURNING version INTO raised;
  PERFORM pg_notify('content_changed', raised::text || ' impact');
  -- The writer waits until every process has followed it (content-version.server.ts).
  PERFORM set_config('content.impact_version', raised::text, true);
  RETURN NULL;
END $$;
