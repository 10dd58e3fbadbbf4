import type { Page } from "@playwright/test";
import { codeMailedTo } from "../shop/order-codes.ts";

/** Has a code mailed to the order's address and enters it, on the page of a found order. */
export async function openMeasurements(page: Page, email: string): Promise<void> {
  const code = await codeMailedTo(email, () =>
    page.getByRole("button", { name: /^Send a/ }).click(),
  );
  await page.getByRole("textbox", { name: "Code from the email" }).fill(code);
  await page.getByRole("button", { name: "Open the measurements" }).click();
  await page.getByText("The code was right.").waitFor();
}
