ALTER TABLE "measurement_profiles" ADD COLUMN "set_apart_for" uuid;--> statement-breakpoint
ALTER TABLE "measurement_groups" ALTER COLUMN "user_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "measurement_groups" ADD COLUMN "set_apart_for" uuid;--> statement-breakpoint
ALTER TABLE "measurement_profiles" ADD CONSTRAINT "measurement_profiles_set_apart_for_profiles_id_fk" FOREIGN KEY ("set_apart_for") REFERENCES "public"."profiles"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "measurement_groups" ADD CONSTRAINT "measurement_groups_set_apart_for_profiles_id_fk" FOREIGN KEY ("set_apart_for") REFERENCES "public"."profiles"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "measurement_profiles_set_apart" ON "measurement_profiles" USING btree ("set_apart_for");--> statement-breakpoint
CREATE INDEX "measurement_groups_set_apart" ON "measurement_groups" USING btree ("set_apart_for");--> statement-breakpoint
ALTER TABLE "measurement_profiles" ADD CONSTRAINT "measurement_profiles_own_or_set_apart" CHECK ("measurement_profiles"."user_id" is null or "measurement_profiles"."set_apart_for" is null);--> statement-breakpoint
ALTER TABLE "measurement_groups" ADD CONSTRAINT "measurement_groups_own_or_set_apart" CHECK (("measurement_groups"."user_id" is null) <> ("measurement_groups"."set_apart_for" is null));
