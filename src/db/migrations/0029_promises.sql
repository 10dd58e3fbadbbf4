CREATE TABLE "maker_overtime" (
	"maker_id" uuid NOT NULL,
	"day" date NOT NULL,
	"minutes" integer NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "maker_overtime_maker_id_day_pk" PRIMARY KEY("maker_id","day"),
	CONSTRAINT "maker_overtime_possible" CHECK ("maker_overtime"."minutes" between 1 and 600)
);
--> statement-breakpoint
ALTER TABLE "order_items" ADD COLUMN "need_by" date;--> statement-breakpoint
ALTER TABLE "order_items" ADD COLUMN "rush" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "order_items" ADD COLUMN "ready_from" date;--> statement-breakpoint
ALTER TABLE "order_items" ADD COLUMN "ready_until" date;--> statement-breakpoint
ALTER TABLE "fit_specifications" ADD COLUMN "need_by" date;--> statement-breakpoint
ALTER TABLE "fit_specifications" ADD COLUMN "rush" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "maker_overtime" ADD CONSTRAINT "maker_overtime_maker_id_makers_id_fk" FOREIGN KEY ("maker_id") REFERENCES "public"."makers"("id") ON DELETE cascade ON UPDATE no action;