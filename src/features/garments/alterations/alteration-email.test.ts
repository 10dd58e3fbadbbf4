import { expect, test } from "vitest";
import { alterationStepEmail } from "./alteration-email.ts";

const facts = {
  siteName: "Demerara Atelier",
  siteUrl: "https://shop.example",
  contactEmail: "hello@shop.example",
  customerName: "Asha Persaud",
  orderNumber: "8A6E0804",
  productName: "Camp Street Shirt",
  garmentUrl: "https://shop.example/garment/sample",
  number: "AL-7K2M9XQF",
  remedy: "alteration",
} as const;

test("after the email that promises another when the garment leaves, that other email says that it has left", () => {
  const textOf = (step: "received" | "returned" | "remade" | "settled") =>
    alterationStepEmail({ ...facts, step }).text;
  expect(textOf("received")).toContain("We write to you again when it leaves.");
  expect(textOf("returned")).toContain("is altered and has left the atelier");
  expect(textOf("remade")).toContain("was made again and has left the atelier");
  expect(textOf("settled")).not.toContain("left");
});
