import { z } from "zod";
import { requiredLine } from "#core/text-schema.ts";

const MAX_HOLDER_LENGTH = 120;
const MAX_NUMBER_LENGTH = 50;
const MAX_BANK_LENGTH = 200;

/** An IBAN by its shape; other account numbers have none in common. */
const IBAN = /^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/;

const withoutSpaces = (number: string) => number.replaceAll(/[\s-]/g, "").toUpperCase();

/** False for what has the shape of an IBAN and a wrong check number (ISO 7064, modulo 97); true for any other account number. */
export function isAccountNumber(submitted: string): boolean {
  const number = withoutSpaces(submitted);
  if (!IBAN.test(number)) return /\d{4}/.test(number.replaceAll(/[^0-9]/g, ""));
  const digits = `${number.slice(4)}${number.slice(0, 4)}`.replaceAll(/[A-Z]/g, (letter) =>
    String(letter.charCodeAt(0) - 55),
  );
  return BigInt(digits) % 97n === 1n;
}

/** The account of a customer to which the owner transfers money, as the customer enters it. */
export const payoutAccountSchema = z.object({
  holder: requiredLine("Account holder", MAX_HOLDER_LENGTH),
  accountNumber: requiredLine("Account number or IBAN", MAX_NUMBER_LENGTH).refine(
    isAccountNumber,
    "This is no account number, or a digit of the IBAN is wrong. Please compare it with your bank's.",
  ),
  bank: requiredLine("Bank", MAX_BANK_LENGTH),
});

export type PayoutAccount = z.output<typeof payoutAccountSchema>;

/** The last four characters of an account's number, which tell its owner which one it is. */
export const endingOf = ({ accountNumber }: Pick<PayoutAccount, "accountNumber">): string =>
  withoutSpaces(accountNumber).slice(-4);
