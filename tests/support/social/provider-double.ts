import { createHash, generateKeyPairSync, randomUUID, sign } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { createServer } from "node:http";
import type { ProviderEndpoints } from "#platform/social-providers.server.ts";

export const CLIENT = { clientId: "the-shop", clientSecret: "known-to-shop-and-provider" };

type Claims = Record<string, unknown>;
type Grant = { redirectUri: string; challenge: string; claims: Claims };

/**
 * OpenID Connect over HTTP, with the checks of Google and Apple (client, secret, redirect URL, PKCE, single
 * use of the code) and its own keys.
 */
export type ProviderDouble = AsyncDisposable & {
  endpoints: ProviderEndpoints;
  /** Signed in at the provider. */
  person: Claims;
  fault: { denies?: string; claims?: Claims; foreignKey?: boolean };
  visits: URL[];
};

const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");

const newKeys = () => generateKeyPairSync("rsa", { modulusLength: 2048 });
const keys = newKeys();
const foreignKeys = newKeys();

function signed(claims: Claims, privateKey: typeof keys.privateKey): string {
  const text = `${encode({ alg: "RS256", kid: "one" })}.${encode(claims)}`;
  return `${text}.${sign("sha256", Buffer.from(text), privateKey).toString("base64url")}`;
}

async function formOf(request: IncomingMessage): Promise<URLSearchParams> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return new URLSearchParams(Buffer.concat(chunks).toString());
}

const json = (response: ServerResponse, body: unknown, status = 200) =>
  response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));

/** `await using` closes it. */
export async function startProviderDouble(): Promise<ProviderDouble> {
  const grants = new Map<string, Grant>();
  const server = createServer((request, response) => void result(request, response));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  const origin = `http://127.0.0.1:${typeof address === "object" && address ? address.port : 0}`;
  const double: ProviderDouble = {
    endpoints: {
      authorize: `${origin}/authorize`,
      token: `${origin}/token`,
      keys: `${origin}/keys`,
      issuer: [origin],
    },
    person: {},
    fault: {},
    visits: [],
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };

  /** Google redirects, Apple's page posts a form. */
  function authorize(url: URL, response: ServerResponse) {
    double.visits.push(url);
    const parameter = (name: string) => url.searchParams.get(name) ?? "";
    const brought: Record<string, string> = { state: parameter("state") };
    if (double.fault.denies) brought.error = double.fault.denies;
    else {
      brought.code = randomUUID();
      const { user: _posted, ...person } = double.person;
      const now = Math.floor(Date.now() / 1000);
      grants.set(brought.code, {
        redirectUri: parameter("redirect_uri"),
        challenge: parameter("code_challenge"),
        claims: {
          iss: origin,
          aud: parameter("client_id"),
          iat: now,
          exp: now + 600,
          nonce: parameter("nonce"),
          ...person,
          ...double.fault.claims,
        },
      });
      if (double.person.user) brought.user = JSON.stringify(double.person.user);
    }
    if (parameter("response_mode") === "form_post") return json(response, brought);
    const back = new URL(parameter("redirect_uri"));
    back.search = String(new URLSearchParams(brought));
    return response.writeHead(302, { location: back.href }).end();
  }

  async function token(request: IncomingMessage, response: ServerResponse) {
    const form = await formOf(request);
    const code = form.get("code") ?? "";
    const grant = grants.get(code);
    grants.delete(code);
    const challenge = createHash("sha256")
      .update(form.get("code_verifier") ?? "")
      .digest("base64url");
    const isRight =
      grant?.redirectUri === form.get("redirect_uri") &&
      grant?.challenge === challenge &&
      form.get("client_id") === CLIENT.clientId &&
      form.get("client_secret") === CLIENT.clientSecret;
    if (!grant || !isRight) return json(response, { error: "invalid_grant" }, 400);
    const { privateKey } = double.fault.foreignKey ? foreignKeys : keys;
    return json(response, {
      access_token: "nobody-needs-this",
      refresh_token: "nor-this",
      token_type: "Bearer",
      expires_in: 3600,
      id_token: signed(grant.claims, privateKey),
    });
  }

  async function result(request: IncomingMessage, response: ServerResponse) {
    const url = new URL(request.url ?? "/", origin);
    if (url.pathname === "/authorize") return authorize(url, response);
    if (url.pathname === "/token") return token(request, response);
    const jwk = {
      ...keys.publicKey.export({ format: "jwk" }),
      kid: "one",
      alg: "RS256",
      use: "sig",
    };
    return json(response, { keys: [jwk] });
  }
  return double;
}
