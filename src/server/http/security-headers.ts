export type HeaderPair = readonly [name: string, value: string];

const PERMISSIONS = [
  "accelerometer=()",
  "camera=()",
  "display-capture=()",
  "geolocation=()",
  "gyroscope=()",
  "magnetometer=()",
  "microphone=()",
  "midi=()",
  "payment=()",
  "usb=()",
  "browsing-topics=()",
].join(", ");

const ONE_YEAR_S = 31_536_000;

/** Whether responses over https tell the browser to use https for every subdomain too (HSTS_SUBDOMAINS). */
export type TransportSecurity = { hstsSubdomains?: boolean };

type Allowed = {
  scriptHashes?: readonly string[];
  /** Sign-in providers that forms may redirect to. */
  formTargets?: readonly string[];
};

function contentSecurityPolicy({ scriptHashes = [], formTargets = [] }: Allowed): string {
  return [
    "default-src 'self'",
    ["script-src 'self'", ...scriptHashes].join(" "),
    "style-src 'self'",
    "style-src-attr 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "font-src 'self'",
    "connect-src 'self'",
    ["form-action 'self'", ...formTargets].join(" "),
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "object-src 'none'",
  ].join("; ");
}

/** Only pages have inline scripts. */
export function securityHeaders(
  options: Allowed & TransportSecurity & { https: boolean },
): HeaderPair[] {
  const headers: HeaderPair[] = [
    ["content-security-policy", contentSecurityPolicy(options)],
    ["x-content-type-options", "nosniff"],
    ["referrer-policy", "strict-origin-when-cross-origin"],
    ["permissions-policy", PERMISSIONS],
    ["cross-origin-opener-policy", "same-origin"],
  ];
  if (options.https) {
    const subdomains = options.hstsSubdomains ? "; includeSubDomains" : "";
    headers.push(["strict-transport-security", `max-age=${ONE_YEAR_S}${subdomains}`]);
  }
  return headers;
}

/** Suits scripts, styles, fonts and images. */
export function fileSecurityHeaders(contentType: string): HeaderPair[] {
  const headers: HeaderPair[] = [["x-content-type-options", "nosniff"]];
  if (contentType.startsWith("image/svg")) {
    headers.push(["content-security-policy", "default-src 'none'; style-src 'unsafe-inline'"]);
  }
  return headers;
}
