/** Who carries parcels, and where each of them shows a parcel's way; the number goes where `{number}` stands. */
const TRACKING_PAGES: Readonly<Record<string, string>> = {
  "DHL Express": "https://www.dhl.com/en/express/tracking.html?AWB={number}",
  FedEx: "https://www.fedex.com/fedextrack/?trknbr={number}",
  UPS: "https://www.ups.com/track?tracknum={number}",
  USPS: "https://tools.usps.com/go/TrackConfirmAction?tLabels={number}",
  "Royal Mail": "https://www.royalmail.com/track-your-item#/tracking-results/{number}",
  "Canada Post":
    "https://www.canadapost-postescanada.ca/track-reperage/en#/search?searchFor={number}",
};

/** Names offered while the owner types; the last two have no page of their own to follow a parcel on. */
export const KNOWN_CARRIERS: readonly string[] = [
  ...Object.keys(TRACKING_PAGES),
  "Guyana Post Office",
  "Our own courier",
];

const bare = (name: string) => name.toLowerCase().replace(/[^a-z]/g, "");

/** The carrier as the shop writes it, whatever was typed for it: 'dhl' is DHL Express; an unknown one stays as it is. */
export function carrierName(typed: string): string {
  const letters = bare(typed);
  const known = KNOWN_CARRIERS.find((name) => bare(name) === letters);
  return known ?? (letters === "dhl" ? "DHL Express" : typed);
}

/** Where a parcel of a known carrier is followed; "" when its carrier has no such page or it has no number. */
export function trackingPage(carrier: string, number: string): string {
  const page = TRACKING_PAGES[carrierName(carrier)];
  return page && number !== "" ? page.replace("{number}", encodeURIComponent(number)) : "";
}
