import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import { oddFields } from "#tests/support/hostile-forms.ts";
import { INQUIRY } from "#tests/support/inbox.ts";
import type { InquiryEmailInput } from "./inbox-email.ts";
import { greetingName, inquiryEmail, inquiryReceiptEmail } from "./inbox-email.ts";
import { inquirySchema } from "./inquiry-input.ts";

const inquiry = { ...INQUIRY, notes: "For a wedding.\nMay I try it on?" };
const notification: InquiryEmailInput = {
  inquiry,
  product: {
    name: "Kaieteur Gown",
    url: "https://shop.example/product/1",
    image: { src: "https://shop.example/images/1/1200.jpg", alt: "The gown" },
  },
  fit: null,
  colorName: "Pearl",
  siteName: "Demerara Atelier",
  siteUrl: "https://shop.example",
  contactEmail: "atelier@shop.example",
};

describe("the shop's email about an inquiry", () => {
  it("has the product, the sender, the address and the notes", () => {
    const { subject, text } = inquiryEmail(notification);
    expect(subject).toBe("Guyana Sales: Kaieteur Gown (Asha Persaud)");
    for (const label of [
      "Size M · Pearl\nQuantity 2",
      "Asha Persaud\nasha@example.com\n+592 555 0100",
      "Lot 12\nCamp Street\nGeorgetown, 413741",
      "For a wedding.\nMay I try it on?",
      "within 24 hours",
      "Answer Asha Persaud at asha@example.com.",
    ]) {
      expect(text).toContain(label);
    }
  });

  it("writes the sender's email in its letters", () => {
    const email = "asha@xn--bcher-kva.example";
    const { html, text } = inquiryEmail({ ...notification, inquiry: { ...inquiry, email } });
    expect(text).toContain("Asha Persaud\nasha@bücher.example\n");
    expect(text).toContain("Answer Asha Persaud at asha@bücher.example.");
    expect(html).not.toContain("xn--");
  });

  it("says to call when an email has letters that few servers take", () => {
    const email = "jürgen@example.com";
    const { text } = inquiryEmail({ ...notification, inquiry: { ...inquiry, email } });
    expect(text).toContain("Call Asha Persaud at +592 555 0100.");
  });

  it("says to call when no email can be sent", () => {
    const { text } = inquiryEmail({
      ...notification,
      inquiry: { ...inquiry, email: "asha@example" },
    });
    expect(text).toContain("This email address cannot receive email: please call.");
    expect(text).toContain("Call Asha Persaud at +592 555 0100.");
  });

  it("leaves out empty fields", () => {
    const bare = { ...inquiry, postalCode: "", notes: "" };
    const { text } = inquiryEmail({ ...notification, colorName: "", inquiry: bare });
    expect(text).toContain("Size M\nQuantity 2");
    expect(text).toContain("Camp Street\nGeorgetown\n");
    expect(text).not.toContain("Additional Notes");
  });
});

describe("the sender's email", () => {
  // Specification 9.30
  it("greets by name, repeats the product and promises a reply within 24 hours", () => {
    const { subject, text, html } = inquiryReceiptEmail(notification);
    expect(subject).toBe("Your inquiry about Kaieteur Gown");
    expect(text).toContain("Thank you, Asha");
    expect(text).toContain(
      "We'll get back to you within 24 hours with availability and purchase details.",
    );
    expect(html).toContain('src="https://shop.example/images/1/1200.jpg"');
  });

  it("contains no text that a stranger could send to another person", () => {
    const { text, html } = inquiryReceiptEmail({
      ...notification,
      inquiry: { ...inquiry, firstName: "Cheap pills at evil.example", notes: "Buy now" },
    });
    for (const label of ["evil", "Buy now", "Persaud", "Camp Street"]) {
      expect(text + html).not.toContain(label);
    }
  });
});

test.each([
  ["Asha", "Asha"],
  ["Marie-Hélène", "Marie-Hélène"],
  ["O'Neil", "O'Neil"],
  ["अनीता", "अनीता"],
  ["visit evil.example", null],
  ["win $1000", null],
  ["A".repeat(41), null],
  ["one two three four five", null],
])("greets the first name %s as %s", (firstName, greeting) => {
  expect(greetingName(firstName)).toBe(greeting);
});

test("no inquiry injects markup or an email header", () => {
  const raw = { ...inquiry, quantity: "2", specification: "" };
  fc.assert(
    fc.property(oddFields(raw), (form) => {
      const read = inquirySchema.safeParse(form);
      if (!read.success) return;
      for (const write of [inquiryEmail, inquiryReceiptEmail]) {
        const mail = write({ ...notification, inquiry: read.data });
        expect(mail.subject).not.toMatch(/\p{Cc}/u);
        expect(mail.html).not.toMatch(/<(script|img src=x|h1>mine)/);
      }
    }),
    { numRuns: 300 },
  );
});
