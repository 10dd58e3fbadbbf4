import { desc, eq } from "drizzle-orm";
import type { Database } from "#db/client.server.ts";
import { mailOutbox } from "#db/schema/mail.server.ts";
import type { ProposalInput } from "#features/garments/proposals/proposal-input.ts";

/** What the atelier submits to propose another waist for the contract of `createContractedOrder`. */
export function submittedProposal(changes: Partial<ProposalInput> = {}): ProposalInput {
  return {
    note: "The waist reads small beside the chest.",
    base: 1,
    values: { waist: "83" },
    choices: {},
    leaveOut: {},
    fit: "regular",
    posture: "average",
    shoulders: "",
    monogram: "AP",
    remarks: "A little room at the elbow.",
    ...changes,
  };
}

/** The token of the private link in the newest email about a proposal. */
export async function newestProposalToken(db: Database): Promise<string> {
  const [mail] = await db
    .select()
    .from(mailOutbox)
    .where(eq(mailOutbox.kind, "contract-proposal"))
    .orderBy(desc(mailOutbox.createdAt), desc(mailOutbox.id))
    .limit(1);
  const token = /\/contract\/([\w-]+)/.exec(mail?.textBody ?? "")?.[1];
  if (!token) throw new Error("No link was sent");
  return token;
}
