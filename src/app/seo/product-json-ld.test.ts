import { describe, expect, it } from "vitest";
import { SETTINGS_DEFAULTS } from "#features/base/settings/settings-sections.ts";
import { listShippingDetails } from "#features/base/settings/shipping-details.ts";
import { blazer, blazerSkus, site } from "#tests/support/discovery/json-ld-fixtures.ts";
import { structuredDataFaults } from "#tests/support/discovery/schema-org.ts";
import { jsonLdText, productJsonLd } from "./json-ld.ts";

function reportedBy(product = blazer(), skus = blazerSkus) {
  const shipments = listShippingDetails(SETTINGS_DEFAULTS.shipping, product.price);
  const graph = JSON.parse(
    jsonLdText(productJsonLd({ product, skus, shipments, returnWindowDays: 30 }, site)),
  );
  return { faults: structuredDataFaults(graph), things: graph["@graph"] };
}

type Node = Record<string, unknown> & { hasVariant?: { offers: Record<string, unknown> }[] };
type Graph = Node[];

const oneVariant = {
  colors: [],
  sizes: ["One Size"],
  variants: [{ size: "One Size", color: "", stockCount: 4 }],
};

describe("a product's structured data", () => {
  it("has what Google requires and nothing schema.org does not know, for a group and for a single piece", () => {
    expect(reportedBy().faults).toEqual([]);
    expect(reportedBy(blazer(oneVariant), ["DA-SCARF"]).faults).toEqual([]);
    expect(reportedBy(blazer({ variants: [], images: [], materials: "" }), []).faults).toEqual([]);
  });

  it("is judged by rules that miss every single required property", () => {
    const shipments = listShippingDetails(SETTINGS_DEFAULTS.shipping, blazer().price);
    const given = { product: blazer(), skus: blazerSkus, shipments, returnWindowDays: 30 };
    const faultsWithout = (strip: (graph: Graph) => void) => {
      const graph = JSON.parse(jsonLdText(productJsonLd(given, site)));
      strip(graph["@graph"]);
      return structuredDataFaults(graph);
    };
    const group = ["name", "url", "description", "image", "brand", "productGroupID", "hasVariant"];
    for (const name of [...group, "variesBy", "audience"]) {
      expect(
        faultsWithout(([first]) => delete first?.[name]),
        name,
      ).not.toEqual([]);
    }
    const offer = ["price", "priceCurrency", "availability", "url", "itemCondition", "seller"];
    for (const name of [...offer, "shippingDetails", "hasMerchantReturnPolicy"]) {
      const strip = ([first]: Graph) => delete first?.hasVariant?.[0]?.offers[name];
      expect(faultsWithout(strip), name).not.toEqual([]);
    }
    expect(faultsWithout((graph) => graph.pop())).not.toEqual([]);
  });

  it("tells of every variant its sku, its colour by name and an address that chooses it", () => {
    const [group] = reportedBy().things;
    expect(group["@type"]).toBe("ProductGroup");
    expect(group.hasVariant[1]).toMatchObject({
      name: "Demerara Wool Blazer, Sugar Brown, M",
      sku: "DA-B-BROWN-M",
      size: "M",
      color: "Sugar Brown",
      offers: {
        url: `https://shop.example/product/${blazer().id}?color=Sugar+Brown&size=M`,
        price: "749.00",
        priceCurrency: "USD",
      },
    });
  });

  // Specification 2.79
  it("grants the days of return that the owner's setting says", () => {
    const shipments = listShippingDetails(SETTINGS_DEFAULTS.shipping, blazer().price);
    const given = { product: blazer(), skus: blazerSkus, shipments, returnWindowDays: 365 };
    const policies = productJsonLd(given, site).filter((node) => "merchantReturnDays" in node);
    expect(policies).toMatchObject([{ merchantReturnDays: 365 }]);
  });

  it("describes a product without words by the default text", () => {
    const { faults, things } = reportedBy(blazer({ description: " " }));
    expect(faults).toEqual([]);
    expect(things[0].description).toContain("Demerara Wool Blazer, cut and finished by hand");
  });

  it("tells the real stock: what is counted by its count, Custom as made to order as long as it is sold", () => {
    const availabilities = (product = blazer()) =>
      reportedBy(product).things[0].hasVariant.map((each: { offers: { availability: string } }) =>
        each.offers.availability.replace("https://schema.org/", ""),
      );
    expect(availabilities()).toEqual(["OutOfStock", "InStock", "MadeToOrder"]);
    expect(availabilities(blazer({ inStock: false }))).toEqual(Array(3).fill("OutOfStock"));
  });

  it("promises no return of what is made to measure, and its days of making", () => {
    const { things } = reportedBy();
    const find = (id: string) => things.find((each: { "@id": string }) => each["@id"] === id);
    const offerOf = (index: number) => things[0].hasVariant[index].offers;
    const policy = find(offerOf(2).hasMerchantReturnPolicy["@id"]);
    expect(policy.returnPolicyCategory).toContain("NotPermitted");
    expect(find(offerOf(0).hasMerchantReturnPolicy["@id"]).merchantReturnDays).toBe(30);
    const handling = (index: number) =>
      find(offerOf(index).shippingDetails[0]["@id"]).deliveryTime.handlingTime;
    expect([handling(0).minValue, handling(0).maxValue]).toEqual([1, 2]);
    expect([handling(2).minValue, handling(2).maxValue]).toEqual([8, 16]);
  });

  it("tells that standard shipping is free above its threshold, as checkout charges it", () => {
    const rate = (product = blazer()) =>
      reportedBy(product).things.find(
        (each: { "@id": string }) => each["@id"] === "#shipping-standard",
      ).shippingRate.value;
    expect(rate()).toBe("0.00");
    expect(rate(blazer({ price: { minorUnits: 8_900, currency: "USD" } }))).toBe("15.00");
  });
});
