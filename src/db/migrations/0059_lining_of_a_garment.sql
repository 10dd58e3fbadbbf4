ALTER TABLE "option_groups" DROP CONSTRAINT "option_groups_kind_known";--> statement-breakpoint
ALTER TABLE "option_groups" ADD CONSTRAINT "option_groups_kind_known" CHECK ("option_groups"."kind" in ('cloth', 'lining', 'choice'));--> statement-breakpoint
UPDATE "option_groups" SET "kind" = 'lining' WHERE "kind" = 'cloth' AND "name" ILIKE '%lining%';
