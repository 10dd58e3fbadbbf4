ALTER TABLE "product_images" ADD COLUMN "color" text;
--> statement-breakpoint
-- Descriptions that the demo catalogue wrote and nobody changed lose "(3D render)". The list holds the md5 of each.
CREATE TEMPORARY TABLE demo_descriptions (digest text PRIMARY KEY) ON COMMIT DROP;
--> statement-breakpoint
INSERT INTO demo_descriptions (digest) SELECT unnest(string_to_array('d85989ec186380dec792b88080a8e69f,e43c262f14cf3f734f5ecb9252d36a1a,b059ab85aae5e34e17e94fac4ebaa97e,75804e4dd0de74d3a552b27c43e62f67,e28342c2be521f6780de59409f9120b9,e72d2c9647fdccd5db76188ba98f3ad2,8ea974d3639ac67d59159ef537b12b00,0d79484a3f66c67abe22b9bbdbee8284,f7bfbe237b592245b170bd906973d9ad,430c6554fc55e2131843a001a2b7eb3f,a380f0150a8059467551b9fb2ccebdff,41a63a6d4d56c353f9071fff96caf2bb,f2c62d7b0f235ff8bd20c4f0deaf415d,255a23b20e26f138ad002a39e5095c87,8b4f322d904633abe54a05f2a085c925,15051fced1554717406695edf461480f,811af0d91fb131133e46b1d63577a005,0e0c90e754d178a7b714674ef1fa92c2,58bece8352303066bff682a13d1024e7,3aaf7eb05603247c85bf8fa7ab07d82e,ad69ad43330694ef5ce40025cad0bedc,d365567d757301619c60689757fb3527,0b2141f9a116602883aa44dbc65c7fc2,402dbe7c21763f88e0abeb48db8b7561,97e732e9808ca48e916aede10286181f,181c8ed0c0af07c4291c19121ea014fa,6dff1aea79e5e082e25f188cdda5aaef,23285b1d40c2847ac163c6ba12b39222,ec5344e103bef5248b7057bd604999f5,86c8a115e60d6ca11f5480cc56f0c05a,17b17e097e24a396dec062f1036ab189,77ea1d836b72e8c17588bd557485cb78,ff00315c6a3b4cf4bc32dfb44d164fbd,94cc5b2fced54814845855af8932604f,ddc52d0a641285bed7f57ba69e62542c,6011c12f4267763694f796345ef31e51,2e8263d371598340b048597431f8ab63,245e23e3b93a09a91bb469f504332baf,b56239a4e538e60a2394dd5e602ba183,2e38f3d84ec68e81f8ebda607306f93d,1d4568643575da06e7759d1782f4242d,c5a6779c5b371cb4f1c350c0275d1c7e,f8be3b2b67ddf26f748cd00207a8032e,2573927c4571a11668f56e6a6d7e7ffb,44bb5b5ea18504c4cdfd6139d36f0efe,7bfb5a31e9170abc3b2980b2007b1e4a,69f8ff30793e8617b98fdedc29f6a595,fbdc91e3f71283b2c615a2652d5706fa,7f449d4ee14d690453137fc496a78e52,9559f645155706fca85b774e0e2f7508,82bcc5ac60fadfdec25e709b7dafc62d,d697803b273efcbb85a5c175d9b6c423,bcfeb7b333220012f286c3fba27f8b76,c0d596142d3eb50648791bc5621c561c,31f2cf91972d7a6de738de4efe6871a9,20a740265a7448299a1596b9fcd798d4', ','));
--> statement-breakpoint
UPDATE product_images SET alt_text = replace(alt_text, ' (3D render)', '')
 WHERE md5(alt_text) IN (SELECT digest FROM demo_descriptions);
--> statement-breakpoint
UPDATE media SET alt_text = replace(alt_text, ' (3D render)', '')
 WHERE md5(alt_text) IN (SELECT digest FROM demo_descriptions);
--> statement-breakpoint
-- The demo's first images show each product's first color. Products that no longer have it are left alone.
UPDATE product_images i SET color = demo.color
  FROM (VALUES
    ('stabroek-two-piece-suit', '#1F2A3C'),
    ('kingston-pinstripe-suit', '#2E3136'),
    ('demerara-wool-blazer', '#6B4A2B'),
    ('essequibo-tailored-blazer', '#F3EDE2'),
    ('cathedral-white-shirt', '#FFFFFF'),
    ('regent-silk-shirt', '#EFE6DA'),
    ('water-street-pencil-skirt', '#1C1815'),
    ('brickdam-trousers', '#3A3D42'),
    ('camp-street-trousers', '#EDE6D8'),
    ('kaieteur-gown', '#E9E3D6'),
    ('hibiscus-column-dress', '#8E1F2B'),
    ('midnight-slip-dress', '#171B2B'),
    ('rupununi-dinner-jacket', '#20382D'),
    ('victoria-lily-ball-skirt', '#D9C7C2'),
    ('savannah-linen-shirt', '#E8DFCB'),
    ('mahaica-chinos', '#C2A77C'),
    ('berbice-tee', '#F3EDE2'),
    ('seawall-shirt-dress', '#7E9AA6'),
    ('corentyne-overshirt', '#5A5F45'),
    ('orinoco-midi-skirt', '#9A5B25'),
    ('rainy-season-trench', '#C9B48F'),
    ('harvest-wool-coat', '#6B4A2B'),
    ('mashramani-print-dress', '#C8452D'),
    ('cricket-blazer', '#F3EDE2'),
    ('golden-grove-linen-suit', '#DCCFB4'),
    ('sunday-robe', '#E9E3D6'),
    ('courida-pyjama-set', '#D9C7C2'),
    ('hammock-trousers', '#8FA3A0'),
    ('silk-scarf', '#8E1F2B'),
    ('gold-bracelet', '#C9A24B'),
    ('heliconia-clutch', '#9A5B25'),
    ('filigree-earrings', '#C9A24B'),
    ('sash-belt', '#1C1815'),
    ('silk-tie', '#1F2A3C'),
    ('bow-tie', '#1C1815'),
    ('pocket-square', '#FFFFFF'),
    ('leather-belt', '#6B4A2B'),
    ('panama-hat', '#E8DFCB'),
    ('cufflinks', '#C9A24B')
  ) AS demo (slug, color), media m, products p
 WHERE m.id = i.media_id AND p.id = i.product_id
   AND m.storage_key ~ ('^media/demo/' || demo.slug || '-[0-9]\.webp$')
   AND p.colors @> jsonb_build_array(jsonb_build_object('hex', demo.color));
--> statement-breakpoint
UPDATE content_version SET version = version + 1;
