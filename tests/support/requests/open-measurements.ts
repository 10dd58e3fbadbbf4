import { codeMailedTo } from "../shop/order-codes.ts";
import type { ShownPage } from "./shown-page.ts";

/** The page of a found order after the code in the email to its address was entered. */
export async function openMeasurements(found: ShownPage, email: string): Promise<ShownPage> {
  const pages: ShownPage[] = [];
  const code = await codeMailedTo(email, async () => {
    pages.push(await found.press(/^Send a/));
  });
  const [sent] = pages;
  if (!sent) throw new Error("The page did not respond");
  return sent.press("Open the measurements", { "Code from the email": code });
}
