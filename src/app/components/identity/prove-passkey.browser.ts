async function post(body: unknown): Promise<Record<string, unknown> | null> {
  const response = await fetch("/login/passkey", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  return response.ok ? ((await response.json()) as Record<string, unknown>) : null;
}

/** Whether the session is confirmed by a passkey of its own account. */
export async function provePasskey(): Promise<boolean> {
  try {
    const begun = await post({ intent: "begin" });
    const { startAuthentication } = await import("@simplewebauthn/browser");
    const optionsJSON = begun?.options as Parameters<typeof startAuthentication>[0]["optionsJSON"];
    const response = await startAuthentication({ optionsJSON });
    return (await post({ intent: "confirm", challengeId: begun?.challengeId, response })) !== null;
  } catch {
    // The person turned back, or the device has no key.
    return false;
  }
}
