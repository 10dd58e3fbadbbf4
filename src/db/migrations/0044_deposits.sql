ALTER TABLE "payment_movements" DROP CONSTRAINT "payment_movements_sign";--> statement-breakpoint
ALTER TABLE "payments" DROP CONSTRAINT "payments_status_known";--> statement-breakpoint
DROP INDEX "payments_under_review";--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "deposit_minor" bigint;--> statement-breakpoint
ALTER TABLE "atelier_holds" ADD COLUMN "is_held_by_deposit" boolean DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX "payments_under_review" ON "payments" USING btree ("order_id") WHERE status in ('wrong_amount', 'wrong_currency', 'duplicate', 'owed_back', 'foreign');--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_deposit_within_amount" CHECK ("payments"."deposit_minor" between 1 and "payments"."amount_minor");--> statement-breakpoint
ALTER TABLE "payment_movements" ADD CONSTRAINT "payment_movements_sign" CHECK (("payment_movements"."kind" in ('charge', 'refund_failed', 'dispute_won') and "payment_movements"."amount_minor" > 0) or ("payment_movements"."kind" in ('charge_undone', 'refund', 'dispute') and "payment_movements"."amount_minor" < 0));--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_status_known" CHECK ("payments"."status" in ('pending', 'processing', 'captured', 'failed', 'cancelled', 'expired', 'wrong_amount', 'wrong_currency', 'duplicate', 'owed_back', 'foreign'));