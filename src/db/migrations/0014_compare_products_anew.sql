-- Compared by a plan made for this change: one that is kept from a change of a single product compares each of thousands with each.
CREATE OR REPLACE FUNCTION "search_follows_products"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE changed uuid[]; refiled uuid[];
BEGIN
  IF tg_op = 'INSERT' THEN
    SELECT array_agg(id) INTO changed FROM new_products WHERE in_stock AND deleted_at IS NULL;
  ELSE
    EXECUTE 'SELECT array_agg(id) FILTER (WHERE is_changed), array_agg(id) FILTER (WHERE NOT is_changed AND is_refiled)
      FROM (SELECT n.id,
                   (n.name, n.description, n.materials, n.gender, n.garment_type, n.price_minor, n.sizes, n.colors,
                    n.created_at, n.in_stock, n.deleted_at)
                IS DISTINCT FROM
                   (o.name, o.description, o.materials, o.gender, o.garment_type, o.price_minor, o.sizes, o.colors,
                    o.created_at, o.in_stock, o.deleted_at) AS is_changed,
                   n.category_id IS DISTINCT FROM o.category_id AS is_refiled
              FROM new_products n JOIN old_products o USING (id)) AS compared'
      INTO changed, refiled;
  END IF;
  IF changed IS NOT NULL THEN PERFORM refresh_product_search(changed); END IF;
  IF refiled IS NOT NULL THEN PERFORM refile_product_search(refiled); END IF;
  RETURN NULL;
END $$;
