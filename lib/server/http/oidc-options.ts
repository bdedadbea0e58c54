// The OpenID provider as next-auth knows it. State, nonce and PKCE are on; next-auth checks them and the ID token.
import "server-only";
import { decodeJwt } from "jose";
import type { CookiesOptions } from "next-auth";
import type { OAuthConfig } from "next-auth/providers/oauth";
import { z } from "zod";
import type { ProviderProfile } from "../auth/provider-sign-in.ts";
import { cookieNames } from "../auth/sign-in-cookie.ts";
import type { OidcSettings } from "../kernel/oidc-env.ts";

export const providerId = "oidc";

const claimsShape = z.looseObject({
  iss: z.string().min(1).max(512),
  sub: z.string().min(1).max(255),
  auth_time: z.number().optional(),
});

/** What the provider says of a user; throws for claims that are not valid. */
export function profileOf(claims: unknown): ProviderProfile {
  const read = claimsShape.parse(claims);
  const authTimeMs = read.auth_time === undefined ? null : read.auth_time * 1000;
  return { issuer: read.iss, subject: read.sub, claims: read, authTimeMs };
}

/** The provider: the claims of the ID token, and from its userinfo endpoint those that the token does not have. */
export const oidcProvider = (settings: OidcSettings): OAuthConfig<Record<string, unknown>> => ({
  id: providerId,
  name: settings.name,
  type: "oauth",
  wellKnown: `${settings.issuer}/.well-known/openid-configuration`,
  clientId: settings.clientId,
  clientSecret: settings.clientSecret,
  // With a maximum age the provider has to say when the user signed in there (OpenID Connect Core, 2, auth_time).
  authorization: { params: { scope: settings.scopes, max_age: 30 * 86_400 } },
  checks: ["pkce", "state", "nonce"],
  idToken: true,
  userinfo: {
    request: async ({ client, tokens: { id_token, access_token } }) => {
      // next-auth has verified the token.
      const claims = decodeJwt(id_token ?? "");
      if (client.issuer.metadata.userinfo_endpoint === undefined || access_token === undefined) return claims;
      const more = await client.userinfo(access_token);
      if (more.sub !== claims.sub) throw new Error("the userinfo endpoint answered for someone else");
      return { ...more, ...claims };
    },
  },
  // next-auth needs an id; who it is, is decided by `profileOf`.
  profile: (claims) => ({ id: String(claims.sub) }),
});

/** Cookies of a sign-in under way at the provider. */
export function oidcCookies(): Pick<CookiesOptions, "state" | "nonce" | "pkceCodeVerifier"> {
  const { secure, state, nonce, pkce } = cookieNames();
  const options = { httpOnly: true, sameSite: "lax", path: "/", secure, maxAge: 900 } as const;
  return {
    state: { name: state, options },
    nonce: { name: nonce, options },
    pkceCodeVerifier: { name: pkce, options },
  };
}
