/** `{number}` is the tracking number. */
const TRACKING_PAGES: Readonly<Record<string, string>> = {
  "DHL Express": "https://www.dhl.com/en/express/tracking.html?AWB={number}",
  FedEx: "https://www.fedex.com/fedextrack/?trknbr={number}",
  UPS: "https://www.ups.com/track?tracknum={number}",
  USPS: "https://tools.usps.com/go/TrackConfirmAction?tLabels={number}",
  "Royal Mail": "https://www.royalmail.com/track-your-item#/tracking-results/{number}",
  "Canada Post":
    "https://www.canadapost-postescanada.ca/track-reperage/en#/search?searchFor={number}",
};

/** The last two have no tracking page. */
export const KNOWN_CARRIERS: readonly string[] = [
  ...Object.keys(TRACKING_PAGES),
  "Guyana Post Office",
  "Our own courier",
];

const bare = (name: string) => name.toLowerCase().replace(/[^a-z]/g, "");

/** The carrier's spelling: 'dhl' is DHL Express. Unknown names stay. */
export function carrierName(submitted: string): string {
  const letters = bare(submitted);
  const known = KNOWN_CARRIERS.find((name) => bare(name) === letters);
  return known ?? (letters === "dhl" ? "DHL Express" : submitted);
}

/** "" without a number or the carrier's page. Labels group the digits by blanks, and the carriers' pages know the number without them. */
export function trackingPage(carrier: string, number: string): string {
  const page = TRACKING_PAGES[carrierName(carrier)];
  const digits = number.replace(/\s/g, "");
  return page && digits !== "" ? page.replace("{number}", encodeURIComponent(digits)) : "";
}
