/** 128 random bits as hex, for a request that may be sent twice; crypto.randomUUID would need https. */
export function randomKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
