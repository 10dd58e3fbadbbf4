import { expect, test } from "vitest";
import { testSpecification, testTerms } from "#tests/support/contracts.ts";
import { testMeasurementBox } from "#tests/support/measurements.ts";
import { openSpecification } from "../specification/seal-specification.server.ts";
import { openContract } from "./seal-contract.server.ts";

const box = testMeasurementBox();
const orderItemId = "0197a3c0-0000-7000-8000-000000000001";
const salt = "s".repeat(43);

/** With everything that JSON writes in more than one way: CRLF, accents, a lone surrogate, names that look like numbers. */
const unusual = testSpecification({
  label: "Zoë 🧵 \uD800",
  remarks: 'First line\r\nSecond line\t\u2028 "quoted" e\u0301',
  monogram: "É",
  measurements: {
    "10": { value: 10, confidence: 1e-7, readings: 1, confirmed: true },
    "2": { value: 0, confidence: 0.1 + 0.2, readings: 2, confirmed: false },
    Waist: { value: 813, confidence: 1, readings: 1, confirmed: false },
    ankle: { value: 240, confidence: 0.5, readings: 3, confirmed: false },
  },
  corrections: [
    {
      point: "waist",
      mm: -12,
      garmentId: orderItemId,
      product: "Stabroek Suit",
      at: "2026-10-01T08:00:00.000Z",
    },
  ],
  findingsInsisted: [{ name: "waist", level: "stop" }],
  measuredByLink: true,
});

/** As the version before canonical JSON moved to core computed them: a stored contract must stay valid. */
const storedContracts = [
  {
    name: "a first version",
    hash: "c64121e6072b41c9684a8f00905f2ce683d127932492f3c80cafe3a0688ac9d2",
    version: 1,
    previousHash: null,
    specification: testSpecification(),
    terms: testTerms(),
  },
  {
    name: "a version that the customer changed, with unusual text",
    hash: "94505dfc2c2eb7b2087e5f0a542a0e1df61da050e79587e677954b23b02f5b0b",
    version: 2,
    previousHash: "ab".repeat(32),
    specification: unusual,
    terms: testTerms({ changedBy: "customer", garment: null, consentVersion: null }),
  },
  {
    name: "a remake with a discount",
    hash: "836d71a00b49d63d3ebf1794c1d5d5a949e02c08727c08090f688f130f81028a",
    version: 1,
    previousHash: null,
    specification: testSpecification({ measurements: {}, profileId: orderItemId }),
    terms: testTerms({
      remakeOf: orderItemId,
      options: [{ group: "Cloth", choice: "Crêpe", priceMinor: -500 }],
    }),
  },
];

test.for(storedContracts)("the stored hash of $name holds", ({ specification, ...row }) => {
  const location = `contract of ${orderItemId}, version ${row.version}`;
  const sealed = box.seal(JSON.stringify({ specification, salt }), location);
  const opened = openContract(box, { ...row, orderItemId, sealed });
  expect(opened).toEqual({ state: "valid", specification });
  const changed = { ...row, orderItemId, sealed, terms: { ...row.terms, extraDays: 15 } };
  expect(openContract(box, changed).state).toBe("altered");
});

test("the stored hash of a fit specification holds", () => {
  const id = "0197a3c0-0000-7000-8000-000000000002";
  const productId = "0197a3c0-0000-7000-8000-000000000003";
  const sealed = box.seal(
    JSON.stringify({ salt, specification: unusual, productId }),
    `fit specification ${id}`,
  );
  const choices = [{ groupId: "lapel", choiceId: "notch" }];
  const hash = "dc4eeb272327048de2746104476ccde733b11c3480f282bc12ee6f0b67bdd1a0";
  expect(openSpecification(box, { id, sealed, choices, hash })).toEqual({
    productId,
    specification: unusual,
  });
});
