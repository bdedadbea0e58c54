// An OpenID provider of the test's own, in this process, on loopback. Whoever signs in there is chosen by the test: its
// form signs in the account of that name at once.
import { createServer } from "node:http";
import Provider from "oidc-provider";
import { listenOnFreePort } from "./free-port.ts";

export interface ProviderAccount {
  subject: string;
  username: string;
  email?: string;
  groups: readonly string[];
}

export interface OpenIdProvider {
  issuer: string;
  clientId: string;
  clientSecret: string;
  /** Who signs in at the provider's form. */
  account: ProviderAccount;
  /** What the browser was sent to the provider with, newest last. */
  requests: URLSearchParams[];
  close: () => Promise<void>;
}

/** Starts a provider with one client, which returns to `redirectUri`. */
export async function startOpenIdProvider(redirectUri: string): Promise<OpenIdProvider> {
  const client = { clientId: "fleetdeck", clientSecret: "canary-oidc-client-secret-5521" };
  const accounts = new Map<string, ProviderAccount>();
  const state: Pick<OpenIdProvider, "account" | "requests"> = {
    account: { subject: "s1", username: "ada", groups: [] },
    requests: [],
  };
  let handle: ReturnType<Provider["callback"]> | undefined;
  let provider: Provider | undefined;
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? "/", "http://provider.invalid");
    if (url.pathname === "/auth") state.requests.push(url.searchParams);
    const form = /^\/interaction\//.test(url.pathname);
    if (!form || provider === undefined) return void handle?.(request, response);
    // Signs in, and consents to what the client asks for.
    const { account } = state;
    accounts.set(account.subject, account);
    void (async (given: Provider) => {
      const { prompt, params } = await given.interactionDetails(request, response);
      if (prompt.name === "login")
        return given.interactionFinished(request, response, { login: { accountId: account.subject } });
      const grant = new given.Grant({ accountId: account.subject, clientId: String(params.client_id) });
      grant.addOIDCScope(String(params.scope));
      return given.interactionFinished(request, response, { consent: { grantId: await grant.save() } });
    })(provider);
  });
  const { url: issuer, close } = await listenOnFreePort(server);
  provider = new Provider(issuer, {
    clients: [
      {
        client_id: client.clientId,
        client_secret: client.clientSecret,
        redirect_uris: [redirectUri],
        response_types: ["code"],
        grant_types: ["authorization_code"],
      },
    ],
    claims: { openid: ["sub"], profile: ["preferred_username", "email", "groups"] },
    // As most providers do it: groups come from the userinfo endpoint.
    conformIdTokenClaims: true,
    ttl: { AccessToken: 600, Grant: 600, IdToken: 600, Interaction: 600, Session: 600 },
    pkce: { required: () => true },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_context: unknown, { uid }: { uid: string }) => `/interaction/${uid}` },
    findAccount: (_context: unknown, id: string) => ({
      accountId: id,
      claims: () => {
        const known = accounts.get(id);
        return { sub: id, preferred_username: known?.username, email: known?.email, groups: known?.groups };
      },
    }),
  });
  handle = provider.callback();
  return {
    issuer,
    ...client,
    get account() {
      return state.account;
    },
    set account(account) {
      state.account = account;
    },
    requests: state.requests,
    close,
  };
}
