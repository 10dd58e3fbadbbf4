CREATE TABLE "media_deletions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"storage_key" text NOT NULL,
	"type" text NOT NULL,
	"width" integer,
	"requested_at" timestamp with time zone DEFAULT now() NOT NULL
);
